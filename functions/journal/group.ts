import { isDeepStrictEqual } from 'node:util';
import { selectBooksPart } from '@datchain/shared/contracts/documents/books.ts';
import {
  earningsLineId,
  linesToAdd,
  subjectOf,
  sumsOf,
} from '@datchain/shared/contracts/documents/earnings-line.ts';
import { type News, toNews } from '@datchain/shared/contracts/documents/notification.ts';
import type { ReleaseNews } from '@datchain/shared/contracts/documents/release-news.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { canPayDebt } from '@datchain/shared/domain/books/debts.ts';
import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { foundAgain } from '@datchain/shared/domain/books/missed.ts';
import { fractionBelow, imbalance } from '@datchain/shared/domain/books/postings.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { type Created, notificationDocuments } from '../mail/notification-documents.ts';
import { split } from '../projector/projections.ts';
import type { Batch, Data, DocumentStore, Increment, Versioned } from '../stores/document-store.ts';
import { shardOf } from '../stores/journal-shards.ts';
import type { Accepted, Committed, Decision, Entry, View } from './entry.ts';
import { hashInput } from './input-hash.ts';

/** The verdict on one entry of a group. `failed` is a bug in its decision; its neighbours continue. */
export type Verdict =
  | { readonly committed: Committed<unknown> }
  | { readonly refused: Refusal }
  | { readonly failed: unknown };

/** Outcome of an entry that did not fit into this write; it goes into the next one. */
const later = { later: true } as const;
export type Outcome = Verdict | typeof later;

/**
 * Limit of writes in one batch; an increment counts one more for each field. Firestore takes any number, but a
 * large batch keeps others waiting.
 */
const MAX_WRITES = 480;
/**
 * Limit of documents that a group reads at first. An entry writes about twice as many as it reads, so with more
 * reads some entries would not fit. They would be read and decided again with each batch.
 */
const MAX_READS = 320;
/** Writes that the last entry of each kind took, as an estimate for the next one. */
export type Sizes = Map<string, number>;
const MAX_LOOKS_PER_ENTRY = 8;

/**
 * Finds a number that is not whole in an entry's postings and guards. Readers of guards take whole numbers
 * only: one fraction would stop all who read every guard of its kind.
 */
const fractionIn = ({ documents, postings }: Accepted<unknown>): number | undefined =>
  fractionBelow([
    postings,
    documents.filter(({ path }) => /^(?:guards|dats|listings)\//.test(path)),
  ]);

/**
 * Returns the increments of an entry. Earnings in its movements are added to the user's statement here, so that
 * no entry can forget it; only first shares of streams are added by their own entry.
 */
function listIncrements({ increments = [], movements = [] }: Accepted<unknown>): Increment[] {
  const earned = movements.flatMap(({ uid, data }) =>
    linesToAdd(data).map((line) => ({
      path: docs.earningsLine(uid, earningsLineId(line)),
      fields: sumsOf(line),
      beside: subjectOf(line),
    })),
  );
  return [...increments, ...earned];
}

/**
 * Queues a release for the job that notifies the artist's followers; the entry does not wait for them (N-PPL-07).
 */
function followersToNotify(artistUid: string, news: News): Created[] {
  if (news.kind !== 'released') return [];
  const { datId, at } = news;
  const data: ReleaseNews = { artistUid, datId, at, after: '' };
  return [{ path: docs.releaseNews(datId), data }];
}

/**
 * Makes the notifications and e-mails of an entry. They are derived from its movements, so that no entry
 * can forget a notification or send it twice (N-PPL-04).
 */
function newsIn(entryId: string, { movements = [], news = [] }: Accepted<unknown>): Created[] {
  const moved = movements.flatMap(({ uid, data }) => {
    const own = toNews(data);
    return own ? [{ uid, data: own, id: undefined }] : [];
  });
  return [...moved, ...news].flatMap(({ uid, data, id }) => [
    ...notificationDocuments(id ?? entryId, uid, data),
    ...followersToNotify(uid, data),
  ]);
}

function createdBy(entryId: string, accepted: Accepted<unknown>): Created[] {
  const { movements = [], history = [] } = accepted;
  return [
    ...movements.map(({ uid, data }) => ({ path: docs.movement(uid, entryId), data })),
    ...history.map((event, index) => ({
      path: docs.datEvent(entryId, index),
      data: { ...event },
    })),
    ...newsIn(entryId, accepted),
  ];
}

const summed = (sums: number, { fields }: Increment): number =>
  sums + 1 + Object.keys(fields).length;

/**
 * Returns the fields of a document that changed since it was read; the write is conditional on that version. If
 * none has changed, returns all of them, so that the condition still applies.
 */
function changedFields(data: Data, read: Data): Data {
  const changed = Object.entries(data).filter(
    ([field, value]) => !isDeepStrictEqual(value, read[field]),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : data;
}

class Overlay {
  /** Changed documents by path; null deletes one. */
  readonly changed = new Map<string, Data | null>();
  readonly increments = new Map<string, Increment>();
  readonly created = new Map<string, Data>();
  /** Paths that were looked at but not read yet; while there are any, the result is discarded. */
  readonly unread = new Set<string>();
  readonly seen = new Set<string>();
  readonly #wanted = new Set<string>();
  readonly #paths: ReadonlySet<string>;
  readonly #read: ReadonlyMap<string, Versioned>;
  #booksPart: string = docs.books;

  constructor(paths: ReadonlySet<string>, read: ReadonlyMap<string, Versioned>) {
    this.#paths = paths;
    this.#read = read;
  }

  isKnown = (path: string): boolean =>
    this.changed.has(path) || this.created.has(path) || this.#paths.has(path);

  view = (path: string): Data | undefined => {
    const changed = this.changed.get(path) ?? this.created.get(path);
    if (changed !== undefined) return changed;
    if (this.changed.has(path)) return undefined;
    if (!this.#paths.has(path)) this.unread.add(path);
    return this.#read.get(path)?.data;
  };

  want(decision: Decision<unknown>): void {
    if (!('documents' in decision)) return;
    for (const { path } of decision.documents) this.#wanted.add(path);
  }

  isCondition = (path: string): boolean =>
    this.#read.has(path) && (this.changed.has(path) || this.#wanted.has(path));

  countWrites(entryId: string, accepted: Accepted<unknown>): number {
    return (
      1 +
      createdBy(entryId, accepted).length +
      accepted.documents.filter(({ path }) => !this.changed.has(path)).length +
      listIncrements(accepted)
        .filter(({ path }) => !this.increments.has(path))
        .reduce(summed, 0)
    );
  }

  /** Whether this many more writes fit into the batch. The first entry may exceed the limit. */
  fits(added: number): boolean {
    if (this.created.size === 0) return true;
    const before =
      this.created.size + this.changed.size + [...this.increments.values()].reduce(summed, 0);
    return before + added <= MAX_WRITES;
  }

  take(entryId: string, accepted: Accepted<unknown>, record: Data): void {
    if (this.created.size === 0) this.#booksPart = selectBooksPart(entryId);
    for (const { path, data } of accepted.documents) this.changed.set(path, data as Data | null);
    for (const { path, fields, beside } of listIncrements(accepted)) {
      const sums = { ...this.increments.get(path)?.fields };
      for (const [field, by] of Object.entries(fields)) sums[field] = (sums[field] ?? 0) + by;
      this.increments.set(path, { path, fields: sums, beside });
    }
    for (const { path, data } of createdBy(entryId, accepted)) this.created.set(path, data);
    this.created.set(docs.entry(entryId), record);
  }

  batch(): Required<Batch> {
    const create = [...this.created].map(([path, data]) => ({ path, data }));
    const replace: Required<Batch>['replace'][number][] = [];
    const remove: { path: string; version: unknown }[] = [];
    for (const [path, data] of this.changed) {
      const found = this.#read.get(path);
      if (data && found) {
        const { version } = found;
        replace.push({ path, data: changedFields(data, found.data), version });
      } else if (data) create.push({ path, data });
      else if (found) remove.push({ path, version: found.version });
    }
    const increment = [...this.increments.values()].map((one) =>
      one.path === docs.books ? { ...one, path: this.#booksPart } : one,
    );
    return { create, replace, increment, remove };
  }
}

function replay(entry: Entry, stored: Data, hash: string): Verdict {
  if (stored.inputHash !== hash) {
    const message = `${entry.kind} ${entry.id} was made with other input`;
    return { refused: { ...refuse('aborted', message), keyTaken: true } };
  }
  const touched = stored.projected === true ? [] : (stored.touched as string[]);
  const { result } = stored;
  // The first writer may have crashed before it settled debts, too.
  const owing = touched
    .map(split)
    .filter(([kind]) => kind === 'user')
    .map(([, uid]) => uid);
  return { committed: { entryId: entry.id, result, touched, recorded: false, owing } };
}

/**
 * Lists the users in debt who can pay it because of an entry: from earnings, or with tokens that came back.
 * Derived from its documents, so that no entry can forget it.
 */
function owingIn({ documents }: Accepted<unknown>): string[] {
  const users = documents.filter(({ path }) => path.startsWith(docs.userGuard('')));
  return users.flatMap(({ data }) => {
    const user = data as UserGuard;
    return canPayDebt(user) || foundAgain(user).length > 0 ? [user.uid] : [];
  });
}

function record(entry: Entry, hash: string, accepted: Accepted<unknown>, now: number): Data {
  return {
    kind: entry.kind,
    at: now,
    actor: entry.actor,
    inputHash: hash,
    postings: accepted.postings.map((posting) => ({ ...posting })),
    touched: [...accepted.touched],
    ...(accepted.refs ? { refs: { ...accepted.refs } } : {}),
    result: accepted.result,
    projected: accepted.touched.length === 0,
    seq: null,
    shard: shardOf(entry.id),
  };
}

function decideSeeing(
  entry: Entry,
  overlay: Overlay,
  now: number,
  sizes: Sizes,
  seen: string[],
): Outcome {
  const hash = hashInput({ kind: entry.kind, actor: entry.actor, input: entry.input });
  const stored = overlay.created.get(docs.entry(entry.id)) ?? overlay.view(docs.entry(entry.id));
  if (stored) return replay(entry, stored, hash);
  let isBlind = false;
  const view: View = (path) => {
    seen.push(path);
    isBlind ||= !overlay.isKnown(path);
    return overlay.view(path);
  };
  try {
    const decision = entry.decide(view, now);
    // The entry decides again: a decision made on unread documents must not mislead later entries.
    if (isBlind) {
      overlay.want(decision);
      return later;
    }
    if (isRefusal(decision)) return { refused: decision };
    if ('answer' in decision) {
      const { answer } = decision;
      const committed = { entryId: entry.id, result: answer, touched: [], recorded: false };
      return { committed: { ...committed, owing: [] } };
    }
    const off = imbalance(decision.postings);
    if (Object.keys(off).length > 0) {
      throw new Error(`${entry.kind} ${entry.id} does not balance: ${JSON.stringify(off)}`);
    }
    const fraction = fractionIn(decision);
    if (fraction !== undefined) {
      throw new Error(`${entry.kind} ${entry.id} would store ${fraction}, which is not whole`);
    }
    const size = overlay.countWrites(entry.id, decision);
    sizes.set(entry.kind, size);
    if (!overlay.fits(size)) return later;
    overlay.take(entry.id, decision, record(entry, hash, decision, now));
    const { result, touched } = decision;
    const owing = owingIn(decision);
    return { committed: { entryId: entry.id, result, touched, recorded: true, owing } };
  } catch (error) {
    return { failed: error };
  }
}

/** Decides one entry, and forgets what it read if it is postponed. */
function decideOne(entry: Entry, overlay: Overlay, now: number, sizes: Sizes): Outcome {
  const seen: string[] = [];
  const outcome = decideSeeing(entry, overlay, now, sizes, seen);
  if (!('later' in outcome)) for (const path of seen) overlay.seen.add(path);
  return outcome;
}

const pathsOf = (entry: Entry): string[] => [docs.entry(entry.id), ...entry.reads];

/**
 * Returns the first entries, at least one, whose reads are within the limit and whose writes are expected to
 * fit one batch.
 */
function firstFitting(entries: readonly Entry[], sizes: Sizes): readonly Entry[] {
  const paths = new Set<string>();
  let writes = 0;
  const next = entries.findIndex((entry, index) => {
    for (const path of pathsOf(entry)) paths.add(path);
    writes += sizes.get(entry.kind) ?? 0;
    return index > 0 && (paths.size > MAX_READS || writes > MAX_WRITES);
  });
  return next < 0 ? entries : entries.slice(0, next);
}

async function readAgain(
  store: Pick<DocumentStore, 'read'>,
  paths: ReadonlySet<string>,
  before: ReadonlyMap<string, Versioned>,
  kept: readonly string[],
): Promise<Map<string, Versioned>> {
  const old = new Set(kept);
  const found = await store.read([...paths].filter((path) => !old.has(path)));
  for (const path of kept) {
    const known = before.get(path);
    if (known) found.set(path, known);
  }
  return found;
}

/**
 * Attempts a group once: reads the guards, decides the entries one after another, writes one batch.
 *
 * @param sizes the writes per kind; updated by this attempt
 * @returns a verdict per entry, or `later` if it did not fit into this write; `conflict` when a guard changed
 * meanwhile and nothing was written
 * @throws when the outcome of the write is unknown
 */
export async function attemptGroup(
  store: Pick<DocumentStore, 'read' | 'write'>,
  all: readonly Entry[],
  now: number,
  sizes: Sizes = new Map(),
): Promise<Outcome[] | 'conflict'> {
  const entries = firstFitting(all, sizes);
  let paths: ReadonlySet<string> = new Set(entries.flatMap(pathsOf));
  let read = await store.read([...paths]);
  let kept: readonly string[] = [];
  let mayKeep = true;
  // An entry may take what the next one needs, which then looks further.
  for (let look = 0; look < MAX_LOOKS_PER_ENTRY * entries.length; look++) {
    const overlay = new Overlay(paths, read);
    const outcomes = entries.map((entry) => decideOne(entry, overlay, now, sizes));
    // A decision never mixes two moments: all is read again but what the write is conditional on.
    const isMixed = kept.some((path) => overlay.seen.has(path) && !overlay.isCondition(path));
    if (overlay.unread.size > 0 || isMixed) {
      mayKeep &&= overlay.unread.size > 0;
      kept = mayKeep ? [...paths].filter(overlay.isCondition) : [];
      paths = new Set([...paths, ...overlay.unread]);
      read = await readAgain(store, paths, read, kept);
      continue;
    }
    if (overlay.created.size > 0 && (await store.write(overlay.batch())) === 'conflict') {
      return 'conflict';
    }
    return all.map((_, index) => outcomes[index] ?? later);
  }
  throw new Error('A decision kept asking for more documents.');
}
