import {
  type Fold,
  type FoldHead,
  readFold,
  readSubtotal,
  type Subtotal,
} from '@datchain/shared/contracts/documents/subtotal.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Services } from '../services.ts';
import { pages, put, together, type Versioned } from '../stores/document-store.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Balances } from './balances.ts';
import { addAmounts, noFolds, readHead, splitKey } from './subtotals.ts';

export type FoldNeeds = Pick<Services, 'store' | 'entries' | 'clock'>;

/**
 * Age at which entries are folded. An entry's time is a moment before its write: the server's clock may be a
 * minute off, and the write takes its time. Entries that take longer are found as late ones.
 */
const SETTLED_MILLIS = 2 * MINUTE_MILLIS;
/** How long folds are kept, and late entries looked for. */
const KEPT_MILLIS = DAY_MILLIS;
const PAGE_SIZE = 100;

/** Tests make them small. */
export interface FoldSizes {
  /** Entries of a fold, except that those of one millisecond stay together. */
  readonly foldSize: number;
  /** Accounts in one write, beside the head. */
  readonly batchSize: number;
}

const defaultSizes: FoldSizes = { foldSize: 2_000, batchSize: 300 };

interface Planned {
  readonly fold: Fold;
  readonly entries: readonly StoredEntry[];
  /** False for a fold that a killed run has recorded. */
  readonly isNew: boolean;
}

/** Reads the next entries after the folded ones, up to the end of a millisecond. */
async function readNext(
  { entries }: FoldNeeds,
  from: Millis,
  horizon: Millis,
  { foldSize }: FoldSizes,
) {
  const next: StoredEntry[] = [];
  for await (const page of entries.between(from, horizon)) {
    for (const entry of page) {
      const last = next.at(-1)?.at;
      if (next.length >= foldSize && entry.at !== last) return { next, until: entry.at };
      next.push(entry);
    }
  }
  return { next, until: horizon };
}

async function listFolds({ store }: FoldNeeds, { number }: FoldHead): Promise<Fold[]> {
  const folds: Fold[] = [];
  for await (const page of pages(store, docs.folds, PAGE_SIZE)) {
    folds.push(...page.map(({ data }) => readFold(data)));
  }
  return folds.filter((fold) => fold.number <= number);
}

/**
 * Lists the ids of all entries since `lateFrom` that folds have counted. Entries before the head that are not
 * among them are late.
 */
export async function listCounted(needs: FoldNeeds, head: FoldHead): Promise<Set<string>> {
  const folds = await listFolds(needs, head);
  return new Set(folds.flatMap(({ ids, late }) => [...ids, ...late.map(({ id }) => id)]));
}

/** Finds entries that became visible after their time was folded. Usually it reads only a count. */
async function findLate(needs: FoldNeeds, head: FoldHead): Promise<StoredEntry[]> {
  const { lateFrom, until } = head;
  if (lateFrom >= until) return [];
  const folds = await listFolds(needs, head);
  const counted = folds.reduce(
    (sum, { from, ids, late }) =>
      sum + (from >= lateFrom ? ids.length : 0) + late.filter(({ at }) => at >= lateFrom).length,
    0,
  );
  if ((await needs.entries.count(lateFrom, until)) === counted) return [];
  const known = new Set(folds.flatMap(({ ids, late }) => [...ids, ...late.map(({ id }) => id)]));
  const found: StoredEntry[] = [];
  for await (const page of needs.entries.between(lateFrom, until)) {
    found.push(...page.filter(({ id }) => !known.has(id)));
  }
  return found;
}

/** Reads the entries of a recorded fold again: those that it names, however many are visible by now. */
async function readEntries({ entries }: FoldNeeds, { from, until, ids, late }: Fold) {
  const named = new Set(ids);
  const found: StoredEntry[] = [];
  for await (const page of entries.between(from, until)) {
    found.push(...page.filter(({ id }) => named.has(id)));
  }
  const others = await Promise.all(late.map(({ id }) => entries.find(id)));
  return [...found, ...others.flatMap((entry) => entry ?? [])];
}

/** Finds the fold that a killed run has recorded and perhaps added to some subtotals. */
async function recordedFold(needs: FoldNeeds, head: FoldHead): Promise<Planned | undefined> {
  const path = docs.fold(head.number + 1);
  const recorded = (await needs.store.read([path])).get(path);
  if (!recorded) return undefined;
  const fold = readFold(recorded.data);
  return { fold, entries: await readEntries(needs, fold), isNew: false };
}

/** Records the next fold; undefined if no entry is due, 'again' if another process was faster. */
async function planFold(
  needs: FoldNeeds,
  head: FoldHead,
  looksForLate: boolean,
  sizes: FoldSizes,
): Promise<Planned | 'again' | undefined> {
  const { store, clock } = needs;
  const late = looksForLate ? await findLate(needs, head) : [];
  const horizon = Math.max(head.until, clock.now() - SETTLED_MILLIS);
  const { next, until } = await readNext(needs, head.until, horizon, sizes);
  if (next.length + late.length === 0) return undefined;
  const fold: Fold = {
    number: head.number + 1,
    from: head.until,
    until,
    ids: next.map(({ id }) => id),
    late: late.map(({ id, at }) => ({ id, at })),
  };
  const recorded = await store.write({ create: [{ path: docs.fold(fold.number), data: fold }] });
  return recorded === 'written' ? { fold, entries: [...next, ...late], isNew: true } : 'again';
}

function foldInto(stored: Versioned | undefined, own: Subtotal): Subtotal {
  const sums = { ...(stored ? readSubtotal(stored.data).sums : {}) };
  for (const [asset, delta] of Object.entries(own.sums)) {
    const sum = (sums[asset] ?? 0) + delta;
    if (sum === 0) delete sums[asset];
    else sums[asset] = sum;
  }
  return { ...own, sums };
}

function changesOf({ fold, entries }: Planned): Subtotal[] {
  const amounts: Balances = new Map();
  for (const entry of entries) addAmounts(amounts, entry);
  const changes = new Map<string, Subtotal>();
  for (const [key, delta] of amounts) {
    const [account, asset] = splitKey(key);
    const { sums } = changes.get(account) ?? { sums: {} };
    changes.set(account, { account, fold: fold.number, sums: { ...sums, [asset]: delta } });
  }
  return [...changes.values()];
}

/**
 * Adds changes to the subtotals that do not have this fold yet. Each write also writes the head, so that a
 * process that others have overtaken writes nothing more.
 */
async function addChanges({ store }: FoldNeeds, number: number, changes: readonly Subtotal[]) {
  await retryOnConflict(alwaysLate('the subtotals'), async () => {
    const { head, stored } = await readHead(store);
    if (head.number >= number) return 'written';
    const known = await store.read(changes.map(({ account }) => docs.subtotal(account)));
    const writes = changes.flatMap((change) => {
      const path = docs.subtotal(change.account);
      const before = known.get(path);
      const isDone = before !== undefined && readSubtotal(before.data).fold >= number;
      return isDone ? [] : [put(path, foldInto(before, change), before)];
    });
    if (writes.length === 0) return 'written';
    return store.write(together([...writes, put(docs.foldHead, head, stored)]));
  });
}

async function moveHead({ store }: FoldNeeds, { fold, entries }: Planned): Promise<void> {
  await retryOnConflict(alwaysLate('the head of the subtotals'), async () => {
    const { head, stored } = await readHead(store);
    if (head.number >= fold.number) return 'written';
    const next: FoldHead = {
      ...head,
      number: fold.number,
      until: fold.until,
      entries: head.entries + entries.length,
      isSupplyShown:
        head.isSupplyShown || entries.some(({ touched }) => touched.includes('supply')),
    };
    return store.write(put(docs.foldHead, next, stored));
  });
}

/** Deletes the subtotals that are zero now: most orders and payouts end so. A killed run leaves some. */
async function deleteZeros(
  { store }: FoldNeeds,
  changes: readonly Subtotal[],
  batchSize: number,
): Promise<void> {
  for (let start = 0; start < changes.length; start += batchSize) {
    const some = changes.slice(start, start + batchSize);
    const stored = await store.read(some.map(({ account }) => docs.subtotal(account)));
    const remove = [...stored].flatMap(([path, { data, version }]) =>
      Object.keys(readSubtotal(data).sums).length === 0 ? [{ path, version }] : [],
    );
    if (remove.length > 0) await store.write({ remove });
  }
}

async function addFold(needs: FoldNeeds, planned: Planned, batchSize: number): Promise<void> {
  const changes = changesOf(planned);
  for (let start = 0; start < changes.length; start += batchSize) {
    await addChanges(needs, planned.fold.number, changes.slice(start, start + batchSize));
  }
  await moveHead(needs, planned);
  await deleteZeros(needs, changes, batchSize);
}

/** Deletes folds that ended a day ago, after the head says that late entries are looked for only later. */
async function deleteOldFolds(needs: FoldNeeds): Promise<void> {
  const { store, clock } = needs;
  const { head, stored } = await readHead(store);
  const isOld = ({ until }: Fold) => until < clock.now() - KEPT_MILLIS;
  const old = (await listFolds(needs, head)).filter(isOld);
  const lateFrom = old.at(-1)?.until;
  if (lateFrom === undefined) return;
  if (lateFrom > head.lateFrom) {
    await store.write(put(docs.foldHead, { ...head, lateFrom }, stored));
    return deleteOldFolds(needs);
  }
  const paths = old.map(({ number }) => docs.fold(number));
  for (const [path, { version }] of await store.read(paths)) {
    await store.write({ remove: [{ path, version }] });
  }
}

/**
 * Adds the entries of the journal that no fold has counted to the subtotals of their accounts, each entry
 * exactly once. A run records which entries it adds before it adds them, and each subtotal says which fold it
 * has. So a killed run is completed by the next one, and two runs at once add nothing twice.
 */
export async function foldJournal(needs: FoldNeeds, sizes = defaultSizes): Promise<void> {
  const { stored } = await readHead(needs.store);
  if (!stored) await needs.store.write({ create: [{ path: docs.foldHead, data: noFolds }] });
  const isOld = ({ until }: Fold) => until < needs.clock.now() - KEPT_MILLIS;
  let hasLooked = false;
  for (;;) {
    const { head } = await readHead(needs.store);
    const planned: Planned | 'again' | undefined =
      (await recordedFold(needs, head)) ?? (await planFold(needs, head, !hasLooked, sizes));
    if (planned === undefined) break;
    if (planned === 'again') continue;
    hasLooked ||= planned.isNew;
    await addFold(needs, planned, sizes.batchSize);
    if (isOld(planned.fold)) await deleteOldFolds(needs);
  }
  await deleteOldFolds(needs);
}
