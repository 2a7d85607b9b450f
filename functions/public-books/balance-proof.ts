import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import {
  type BalanceLeaf,
  type BalanceTree,
  balanceTree,
  proofOf,
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

async function treeOf(
  { bookDays }: Pick<Services, 'bookDays'>,
  { generation }: StoredBookDay,
): Promise<Grown> {
  if (grown?.generation === generation) return grown;
  const leaves = treeLeaves(await bookDays.balancesOf(generation));
  const places = new Map(leaves.map(({ uid }, index) => [uid, index]));
  grown = { generation, tree: await balanceTree(leaves, sha256), leaves, places };
  return grown;
}

const proofFor = ({ tree, leaves, places }: Grown, uid: string) => {
  const place = places.get(uid);
  const leaf = place === undefined ? undefined : leaves[place];
  if (place === undefined || !leaf) return null;
  const { uid: _, ...own } = leaf;
  return { leaf: own, steps: proofOf(tree, place) };
};

/**
 * What the newest public books count as due to the caller, with all that is needed to check that it
 * is part of their total; `proof` is null for somebody whom nothing was ever due to.
 */
export async function proveBalance(services: Services, uid: string) {
  const day = await services.bookDays.latest();
  if (!day) return refuse('not-found', 'The books have no day yet.');
  const proof = proofFor(await treeOf(services, day), uid);
  return { date: day.date, upTo: day.upTo, isClosed: day.isClosed, root: day.balances, proof };
}
