import { docs } from '@datchain/shared/contracts/paths.ts';
import { canPayDebt } from '@datchain/shared/domain/books/debts.ts';
import type { UserGuard } from '@datchain/shared/domain/books/guards.ts';
import { imbalance } from '@datchain/shared/domain/books/postings.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Batch, Data, DocumentStore, Versioned } from '../stores/document-store.ts';
import type { Accepted, Committed, Entry } from './entry.ts';
import { hashInput } from './input-hash.ts';

/** What became of one entry of a group. `failed` is a bug in its decision; its neighbours go on. */
export type Verdict =
  | { readonly committed: Committed<unknown> }
  | { readonly refused: Refusal }
  | { readonly failed: unknown };

/** The documents of a group as they will be, layered over what was read. */
class Overlay {
  readonly changed = new Map<string, Data>();
  readonly increments = new Map<string, Record<string, number>>();
  readonly created = new Map<string, Data>();
  readonly #read: ReadonlyMap<string, Versioned>;

  constructor(read: ReadonlyMap<string, Versioned>) {
    this.#read = read;
  }

  view = (path: string): Data | undefined => this.changed.get(path) ?? this.#read.get(path)?.data;

  take(entryId: string, accepted: Accepted<unknown>, record: Data): void {
    for (const { path, data } of accepted.documents) this.changed.set(path, data as Data);
    for (const { path, fields } of accepted.increments ?? []) {
      const sums = this.increments.get(path) ?? {};
      for (const [field, by] of Object.entries(fields)) sums[field] = (sums[field] ?? 0) + by;
      this.increments.set(path, sums);
    }
    for (const { uid, data } of accepted.movements ?? []) {
      this.created.set(docs.movement(uid, entryId), data);
    }
    for (const [index, event] of (accepted.history ?? []).entries()) {
      this.created.set(docs.datEvent(entryId, index), { ...event });
    }
    this.created.set(docs.entry(entryId), record);
  }

  batch(): Batch {
    const create = [...this.created].map(([path, data]) => ({ path, data }));
    const replace: Batch['replace'][number][] = [];
    for (const [path, data] of this.changed) {
      const read = this.#read.get(path);
      if (read) replace.push({ path, data, version: read.version });
      else create.push({ path, data });
    }
    const increment = [...this.increments].map(([path, fields]) => ({ path, fields }));
    return { create, replace, increment };
  }
}

function replay(entry: Entry, stored: Data, hash: string): Verdict {
  if (stored.inputHash !== hash) {
    const message = `${entry.kind} ${entry.id} was made with other input`;
    return { refused: { ...refuse('aborted', message), keyTaken: true } };
  }
  const touched = stored.projected === true ? [] : (stored.touched as string[]);
  const { result } = stored;
  // Whoever wrote it may not have come as far as the debts, either.
  const owing = touched.flatMap((one) => /^user:(.+)$/.exec(one)?.[1] ?? []);
  return { committed: { entryId: entry.id, result, touched, recorded: false, owing } };
}

/**
 * Whose debt an entry gave something to be paid with. Read off the documents, so that no entry that
 * books earnings can forget it.
 */
function owingIn({ documents }: Accepted<unknown>): string[] {
  const users = documents.filter(({ path }) => path.startsWith(docs.userGuard('')));
  return users.flatMap(({ data }) => {
    const user = data as UserGuard;
    return canPayDebt(user) ? [user.uid] : [];
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
    // What touches no screen has nothing to wait for.
    projected: accepted.touched.length === 0,
    seq: null,
  };
}

/** Decides one entry over the overlay; the names of further documents when it needs them. */
function decideOne(entry: Entry, overlay: Overlay, now: number): Verdict | readonly string[] {
  const hash = hashInput({ kind: entry.kind, actor: entry.actor, input: entry.input });
  const stored = overlay.created.get(docs.entry(entry.id)) ?? overlay.view(docs.entry(entry.id));
  if (stored) return replay(entry, stored, hash);
  try {
    const decision = entry.decide(overlay.view, now);
    if (isRefusal(decision)) return { refused: decision };
    if ('more' in decision) return decision.more;
    if ('answer' in decision) {
      const { answer } = decision;
      const committed = { entryId: entry.id, result: answer, touched: [], recorded: false };
      return { committed: { ...committed, owing: [] } };
    }
    const off = imbalance(decision.postings);
    if (Object.keys(off).length > 0) {
      throw new Error(`${entry.kind} ${entry.id} does not balance: ${JSON.stringify(off)}`);
    }
    overlay.take(entry.id, decision, record(entry, hash, decision, now));
    const { result, touched } = decision;
    const owing = owingIn(decision);
    return { committed: { entryId: entry.id, result, touched, recorded: true, owing } };
  } catch (error) {
    return { failed: error };
  }
}

/**
 * One attempt at a group: read the guards, decide the entries one after another, write once.
 *
 * @returns a verdict for each entry, or 'conflict' when somebody changed a guard meanwhile and
 * nothing was written
 * @throws when the outcome of the write is not known
 */
export async function attemptGroup(
  store: DocumentStore,
  entries: readonly Entry[],
  now: number,
): Promise<Verdict[] | 'conflict'> {
  let paths = new Set(entries.flatMap((entry) => [docs.entry(entry.id), ...entry.reads]));
  let read = await store.read([...paths]);
  for (let round = 0; round < 4; round++) {
    const overlay = new Overlay(read);
    const outcomes = entries.map((entry) => decideOne(entry, overlay, now));
    const more = outcomes.flatMap((outcome) => (Array.isArray(outcome) ? outcome : []));
    const missing = more.filter((path) => !paths.has(path));
    if (more.length > 0) {
      if (missing.length === 0)
        throw new Error(`Already read, asked for again: ${more.join(', ')}`);
      // All is read anew, so that one decision never mixes documents of two moments.
      paths = new Set([...paths, ...missing]);
      read = await store.read([...paths]);
      continue;
    }
    const verdicts = outcomes as Verdict[];
    if (overlay.created.size === 0) return verdicts;
    return (await store.write(overlay.batch())) === 'conflict' ? 'conflict' : verdicts;
  }
  throw new Error('A decision kept asking for more documents.');
}
