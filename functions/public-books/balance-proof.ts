import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import {
  type BalanceLeaf,
  type BalanceTree,
  balanceTree,
  proofOf,
  rootOf,
} from '@datchain/shared/domain/public-books/balance-tree.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { sha256 } from './close-days.ts';
import { treeLeaves } from './day-balances.ts';

interface Grown {
  readonly generation: string;
  readonly tree: BalanceTree;
  readonly leaves: readonly BalanceLeaf[];
  readonly places: ReadonlyMap<string, number>;
}

/** The tree of the newest day: it never changes, and many ask for it. */
let grown: Grown | undefined;

/** @returns undefined when the balances are missing or incomplete */
async function treeOf(
  { bookDays }: Pick<Services, 'bookDays'>,
  { generation, balances }: StoredBookDay,
): Promise<Grown | undefined> {
  if (grown?.generation === generation) return grown;
  const leaves = treeLeaves(await bookDays.balancesOf(generation));
  const places = new Map(leaves.map(({ uid }, index) => [uid, index]));
  const tree = await balanceTree(leaves, sha256);
  if (rootOf(tree).hash !== balances.hash) return undefined;
  grown = { generation, tree, leaves, places };
  return grown;
}

/**
 * The newest day with its tree. Its balances are cleared some time after there is a newer day: a
 * reader that was delayed starts again with that one.
 */
async function newestWithTree({ bookDays }: Pick<Services, 'bookDays'>) {
  let before: string | undefined;
  for (;;) {
    const day = await bookDays.latest();
    if (!day) return undefined;
    const tree = await treeOf({ bookDays }, day);
    if (tree) return { day, tree };
    if (day.generation === before)
      throw new Error(`${day.date} does not have the balances of its root`);
    before = day.generation;
  }
}

const proofFor = ({ tree, leaves, places }: Grown, uid: string) => {
  const place = places.get(uid);
  const leaf = place === undefined ? undefined : leaves[place];
  if (place === undefined || !leaf) return null;
  const { uid: _, ...own } = leaf;
  return { leaf: own, steps: proofOf(tree, place) };
};

/**
 * What the newest public books count as owed to the caller, with everything needed to check that it
 * is part of the total; `proof` is null for someone who was never owed anything.
 */
export async function proveBalance(services: Services, uid: string) {
  const newest = await newestWithTree(services);
  if (!newest) return refuse('not-found', 'The books have no day yet.');
  const { day, tree } = newest;
  const proof = proofFor(tree, uid);
  return { date: day.date, upTo: day.upTo, isClosed: day.isClosed, root: day.balances, proof };
}
