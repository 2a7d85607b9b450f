import {
  type Change,
  type Commit,
  codes,
  type DatabaseName,
  type Documents,
  type Micros,
  Refusal,
  type Segments,
  type StoredDocument,
} from '../contract.ts';
import { checkDocument } from '../values/limits.ts';
import { Collections } from './collections.ts';
import type { CommitRequest, Committed, Moment } from './commit-request.ts';
import { checkCondition } from './conditions.ts';
import { History } from './history.ts';
import { Locks } from './locks.ts';
import { groupMutations, type Mutation } from './mutation.ts';
import { Overlay } from './overlay.ts';
import { Past } from './past.ts';
import { planCommit } from './plan.ts';
import { type Transaction, Transactions } from './transactions.ts';
import type { WriteResult } from './write.ts';

interface DatabaseOptions {
  readonly name: DatabaseName;
  readonly documents: Iterable<StoredDocument>;
  readonly version: Micros;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export class Database implements Documents {
  readonly name: DatabaseName;
  readonly transactions: Transactions;
  readonly #documents = new Collections();
  readonly #history: History;
  readonly #locks = new Locks();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #now: () => number;
  #version: Micros;
  /** The latest time in any answer; the next commit is later. */
  #latest: Micros;

  constructor({ name, documents, version, now }: DatabaseOptions) {
    this.name = name;
    this.transactions = new Transactions(this.#locks);
    this.#documents.apply([...documents].map((after) => created(after)));
    this.#version = version;
    this.#latest = version;
    this.#now = now;
    this.#history = new History(version);
  }

  get version(): Micros {
    return this.#version;
  }

  tell(): Micros {
    return this.#tell();
  }

  get(path: Segments): StoredDocument | undefined {
    return this.#documents.get(path);
  }

  collection(parent: Segments, collection: string, isGroup: boolean): Iterable<StoredDocument> {
    return this.#documents.in(parent, collection, isGroup);
  }

  all(): Iterable<StoredDocument> {
    return this.#documents.all();
  }

  collectionIds(parent: Segments): ReadonlySet<string> {
    return this.#documents.idsBelow(parent);
  }

  idsAbove(parent: Segments, collection: string): ReadonlySet<string> {
    return this.#documents.idsAbove(parent, collection);
  }

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns the current time of a request, in whole milliseconds: `request.time` of rules and
   * `REQUEST_TIME`.
   */
  requestTime(): Micros {
    return Math.floor(this.#now()) * 1_000;
  }

  /** Begins a transaction; a read-only one sees the current data until it ends. */
  begin(isReadOnly: boolean): Transaction {
    return this.transactions.begin(isReadOnly ? this.#tell() : undefined);
  }

  /**
   * Resolves when the commits that now wait for locks are over. A retried transaction waits for
   * this, because another reader would only delay them further.
   */
  whenCommitsAreOver(): Promise<void> {
    return this.#locks.whenTheseAreOver();
  }

  /**
   * Returns the data as a transaction sees it, or the current data. Reads within the same
   * event-loop turn see a consistent state.
   * @throws Refusal FAILED_PRECONDITION when the time of the transaction is too far in the past
   */
  moment(transaction: Transaction | undefined): Moment {
    const time = transaction?.readVersion;
    if (time === undefined) return new Past(this.#documents, [], this.#tell());
    const since = this.#history.since(time);
    if (!since) {
      throw new Refusal(codes.FAILED_PRECONDITION, 'The requested snapshot version is too old.');
    }
    return new Past(this.#documents, since, time);
  }

  /**
   * Applies writes atomically, as soon as no other transaction holds read locks on them. The
   * transaction ends in any case.
   * @throws Refusal before any change
   */
  async commit({ writes, transaction, judge }: CommitRequest): Promise<Committed> {
    const requestTime = this.requestTime();
    const mutations = groupMutations(writes);
    const paths = mutations.map(({ path }) => path);
    try {
      return await this.#locks.whenFree(paths, transaction?.locks, () => {
        try {
          // During the wait it may have been rolled back, and its reads may be outdated.
          if (transaction) this.transactions.get(transaction.id);
          return this.#commit(mutations, { writes, requestTime, judge });
        } finally {
          // Release in the same turn, so that a waiting commit can go right after this one.
          if (transaction) this.transactions.end(transaction.id);
        }
      });
    } finally {
      if (transaction) this.transactions.end(transaction.id);
    }
  }

  /**
   * Deletes every document; listeners receive an ordinary commit. Transactions end, so that
   * abandoned ones do not block later writers.
   */
  clear(): void {
    this.transactions.endAll();
    const changes = [...this.#documents.all()].map(
      (before): Change => ({ path: before.path, before, after: undefined }),
    );
    this.#apply({ version: this.#next(), changes });
  }

  close(): void {
    this.transactions.endAll();
    this.#listeners.clear();
  }

  #commit(
    mutations: readonly Mutation[],
    { writes, requestTime, judge }: Omit<CommitRequest, 'transaction'> & { requestTime: Micros },
  ): Committed {
    const version = this.#next();
    const plan = planCommit(mutations, this, { version, request: requestTime });
    const { outcomes } = plan;
    for (const { path, after } of outcomes) if (after) checkDocument(path, after.fields);
    const after = new Overlay(this, outcomes);
    const asked = outcomes.map((each, at) => ({ ...each, steps: mutations[at]?.steps ?? [] }));
    judge({ outcomes: asked, before: this, after, requestTime });
    mutations.forEach((mutation, at) => {
      const deletedAt = () => this.#history.deletionOf(mutation.path);
      checkCondition(mutation, { document: outcomes[at]?.before, deletedAt });
    });
    this.#apply({ version, changes: outcomes.filter((each) => each.before !== each.after) });
    return {
      time: version,
      results: writes.map((write) => plan.results.get(write) ?? nothing),
      left: (path) => after.get(path),
    };
  }

  #apply(commit: Commit): void {
    if (commit.changes.length === 0) return;
    this.#documents.apply(commit.changes);
    this.#version = commit.version;
    this.#history.add(commit);
    for (const listener of this.#listeners) {
      try {
        listener(commit);
      } catch (error) {
        // The commit is stored: a failing listener affects neither the writer nor the others.
        console.error('A listener failed.', error);
      }
    }
  }

  #clock(): Micros {
    return Math.floor(this.#now() * 1_000);
  }

  #tell(): Micros {
    this.#latest = Math.max(this.#clock(), this.#latest);
    return this.#latest;
  }

  #next(): Micros {
    this.#latest = Math.max(this.#clock(), this.#latest + 1);
    return this.#latest;
  }
}

const nothing: WriteResult = { updateTime: undefined, transformResults: [] };

const created = (after: StoredDocument): Change => ({
  path: after.path,
  before: undefined,
  after,
});
