import type { FoldHead } from '@datchain/shared/contracts/documents/subtotal.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import type { Balances } from './balances.ts';
import { type FoldNeeds, listCounted } from './fold-journal.ts';
import { addSubtotal, readAllSubtotals, readHead, splitKey } from './subtotals.ts';

/** All subtotals at one moment, and which entries they count. */
export interface SubtotalsAtOnce {
  readonly head: FoldHead;
  /** Ids of the counted entries since `head.lateFrom`; of earlier ones all are counted. */
  readonly counted: ReadonlySet<string>;
  readonly balances: Balances;
  /** Accounts that a run after the head has changed; it is under way, or was killed. */
  readonly ahead: ReadonlySet<string>;
}

/** Reads the subtotals of wanted accounts, again if a run has moved the head meanwhile. */
export async function readSubtotalsAtOnce(
  needs: FoldNeeds,
  isWanted: (account: string) => boolean,
): Promise<SubtotalsAtOnce> {
  for (;;) {
    const { head } = await readHead(needs.store);
    const counted = await listCounted(needs, head);
    const balances: Balances = new Map();
    const ahead = new Set<string>();
    for await (const subtotal of readAllSubtotals(needs.store)) {
      if (!isWanted(subtotal.account)) continue;
      if (subtotal.fold > head.number) ahead.add(subtotal.account);
      else addSubtotal(balances, subtotal);
    }
    const { number, lateFrom } = (await readHead(needs.store)).head;
    if (number === head.number && lateFrom === head.lateFrom) {
      return { head, counted, balances, ahead };
    }
  }
}

/** Whether the subtotals should count an entry. */
export const isFolded = (
  { head, counted }: SubtotalsAtOnce,
  { id, at }: Pick<StoredEntry, 'id' | 'at'>,
): boolean => at < head.until && (at < head.lateFrom || counted.has(id));

/** Compares the subtotals with the sums of the entries that they should count, from the whole journal. */
export function compareSubtotals({ balances, ahead }: SubtotalsAtOnce, sums: Balances): string[] {
  const keys = new Set([...balances.keys(), ...sums.keys()]);
  return [...keys].sort().flatMap((key) => {
    const is = balances.get(key) ?? 0;
    const should = sums.get(key) ?? 0;
    if (is === should || ahead.has(splitKey(key)[0])) return [];
    return [`subtotal of ${key}: is ${is}, its entries sum to ${should}`];
  });
}
