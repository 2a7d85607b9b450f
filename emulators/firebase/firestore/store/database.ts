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
import { type Mutation, mutationsOf } from './mutation.ts';
import { Overlay } from './overlay.ts';
import { Past } from './past.ts';
import { planOf } from './plan.ts';
import { type Transaction, Transactions } from './transactions.ts';
import type { WriteResult } from './write.ts';

interface DatabaseOptions {
  readonly name: DatabaseName;
  /** What was saved by an earlier process. */
  readonly documents: Iterable<StoredDocument>;
  readonly version: Micros;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The documents of one database, and what becomes of them. */
export class Database implements Documents {
  readonly name: DatabaseName;
  readonly transactions: Transactions;
  readonly #documents = new Collections();
  readonly #history: History;
  readonly #locks = new Locks();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #now: () => number;
  #version: Micros;
  /** The last time that was told to anyone; the next commit is after it. */
  #told: Micros;

  constructor({ name, documents, version, now }: DatabaseOptions) {
    this.name = name;
    this.transactions = new Transactions(this.#locks);
    this.#documents.apply([...documents].map((after) => created(after)));
    this.#version = version;
    this.#told = version;
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

  /** Ids of the collections right below a document, or below the root. */
  collectionIds(parent: Segments): ReadonlySet<string> {
    return this.#documents.idsBelow(parent);
  }

  /** Ids in a collection that have collections below them, whether they are documents or not. */
  idsAbove(parent: Segments, collection: string): ReadonlySet<string> {
    return this.#documents.idsAbove(parent, collection);
  }

  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * What a request calls now: `request.time` of rules and `REQUEST_TIME`, in whole milliseconds.
   */
  requestTime(): Micros {
    return Math.floor(this.#now()) * 1_000;
  }

  /** Begins a transaction; one that only reads sees the data of this moment until it ends. */
  begin(isReadOnly: boolean): Transaction {
    return this.transactions.begin(isReadOnly ? this.#tell() : undefined);
  }

  /**
   * When the commits that wait for locks now are over. A transaction is retried then:
   * one more reader would only keep them from ever going on.
   */
  whenCommitsAreOver(): Promise<void> {
    return this.#locks.whenTheseAreOver();
  }

  /**
   * The data as a transaction sees it, or as it is now. Whoever reads it before the next turn sees
   * one moment.
   * @throws Refusal FAILED_PRECONDITION when the moment of the transaction is forgotten by now
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
   * Does writes whole or not at all, as soon as no other transaction has read what they change.
   * The transaction ends with it, however it goes.
   * @throws Refusal, having changed nothing
   */
  async commit({ writes, transaction, judge }: CommitRequest): Promise<Committed> {
    const requestTime = this.requestTime();
    const mutations = mutationsOf(writes);
    const paths = mutations.map(({ path }) => path);
    try {
      return await this.#locks.whenFree(paths, transaction?.locks, () => {
        try {
          // While it waited it may have been rolled back, and what it has read be changed.
          if (transaction) this.transactions.get(transaction.id);
          return this.#commit(mutations, { writes, requestTime, judge });
        } finally {
          // In the same turn: who waits for this one may go on right after it.
          if (transaction) this.transactions.end(transaction.id);
        }
      });
    } finally {
      if (transaction) this.transactions.end(transaction.id);
    }
  }

  /**
   * Forgets every document; listeners hear of it as of any commit. Transactions end, so that none
   * that was left behind keeps who comes next from writing.
   */
  clear(): void {
    this.transactions.endAll();
    const changes = [...this.#documents.all()].map(
      (before): Change => ({ path: before.path, before, after: undefined }),
    );
    this.#apply({ version: this.#next(), changes });
  }

  /** Ends what runs. */
  close(): void {
    this.transactions.endAll();
    this.#listeners.clear();
  }

  #commit(
    mutations: readonly Mutation[],
    { writes, requestTime, judge }: Omit<CommitRequest, 'transaction'> & { requestTime: Micros },
  ): Committed {
    const version = this.#next();
    const plan = planOf(mutations, this, { version, request: requestTime });
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
        // It is committed: what goes wrong where it is told concerns neither its writer nor the
        // others.
        console.error('A listener failed.', error);
      }
    }
  }

  #clock(): Micros {
    return Math.floor(this.#now() * 1_000);
  }

  /** A time that may be told: not before any that was told. */
  #tell(): Micros {
    this.#told = Math.max(this.#clock(), this.#told);
    return this.#told;
  }

  /** The time of the next commit. */
  #next(): Micros {
    this.#told = Math.max(this.#clock(), this.#told + 1);
    return this.#told;
  }
}

const nothing: WriteResult = { updateTime: undefined, transformResults: [] };

const created = (after: StoredDocument): Change => ({
  path: after.path,
  before: undefined,
  after,
});
