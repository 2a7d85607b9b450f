import { correctedBy } from '@datchain/shared/domain/public-log/events.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import type { Unnumbered } from '../stores/unnumbered.ts';
import { type DescribedEntry, readEntries } from './read-entries.ts';

/**
 * Limit of entries read to complete one millisecond; beyond it they keep the order in which they were read,
 * because memory is limited.
 */
const MAX_READ = 3_000;

export interface NextEntries {
  /** In order; an entry comes after those it corrects, unless they already have a number. */
  readonly waiting: readonly DescribedEntry[];
  readonly numbers: ReadonlyMap<string, number>;
}

const isWaiting = ({ seq }: DescribedEntry): boolean => seq === null;

/** Compares entries, oldest first; changes of an edition in the same millisecond by its version. */
const inOrder = (a: DescribedEntry, b: DescribedEntry): number =>
  a.at - b.at || a.editionVersion - b.editionVersion || (a.id < b.id ? -1 : 1);

/**
 * Reads entries and, recursively, the entries they correct. Entries that the log cannot describe are added to
 * `unpublished`.
 */
async function readWithCorrected(
  store: DocumentStore,
  ids: readonly string[],
  unpublished: Map<string, string>,
): Promise<Map<string, DescribedEntry>> {
  const described = new Map<string, DescribedEntry>();
  const asked = new Set<string>();
  for (let next = ids; next.length > 0; ) {
    const read = await readEntries(store, next);
    for (const id of next) asked.add(id);
    for (const entry of read.described) described.set(entry.id, entry);
    for (const { id, problem } of read.undescribed) unpublished.set(id, problem);
    const events = read.described.filter(isWaiting).flatMap((entry) => entry.events);
    next = correctedBy(events).filter((id) => !asked.has(id));
  }
  return described;
}

/**
 * Puts each entry after those it corrects, even if the clocks of two servers differ. A correction of an entry
 * that is missing or cannot be described is added to `unpublished`: it waits, and nothing waits for it.
 */
function inTurn(
  entries: readonly DescribedEntry[],
  described: ReadonlyMap<string, DescribedEntry>,
  unpublished: Map<string, string>,
): DescribedEntry[] {
  const placed = new Set<DescribedEntry>();
  const place = (entry: DescribedEntry | undefined): boolean => {
    if (!entry) return false;
    if (!isWaiting(entry) || placed.has(entry)) return true;
    for (const id of correctedBy(entry.events)) {
      if (place(described.get(id))) continue;
      unpublished.set(entry.id, `It corrects ${id}, which is not in the log`);
      return false;
    }
    placed.add(entry);
    return true;
  };
  for (const entry of entries) place(entry);
  return [...placed];
}

/**
 * Reads the next entries in order. Entries of the last millisecond read are left for later, because more of
 * that millisecond may belong before them.
 */
export async function readNext(
  { store, unnumbered }: { readonly store: DocumentStore; readonly unnumbered: Unnumbered },
  atOnce: number,
  unpublished: Map<string, string>,
): Promise<NextEntries> {
  for (let limit = atOnce + 1; ; limit *= 2) {
    const most = limit + unpublished.size;
    const ids = await unnumbered.list(most);
    const described = await readWithCorrected(
      store,
      ids.filter((id) => !unpublished.has(id)),
      unpublished,
    );
    const listed = ids
      .flatMap((id) => described.get(id) ?? [])
      .filter(isWaiting)
      .sort(inOrder);
    const last = listed.at(-1)?.at;
    const isAll = ids.length < most;
    const ready = isAll || limit > MAX_READ ? listed : listed.filter(({ at }) => at !== last);
    const waiting = inTurn(ready, described, unpublished);
    const numbers = new Map(
      [...described].flatMap(([id, { seq }]) => (seq === null ? [] : [[id, seq]])),
    );
    if (isAll || waiting.length > 0) return { waiting, numbers };
  }
}
