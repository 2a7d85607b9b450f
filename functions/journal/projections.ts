import {
  readBlockGuard,
  readBooks,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { storeTokenBlock } from '@datchain/shared/contracts/documents/token-block.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import {
  type BlockGuard,
  queuedQty,
  type UserGuard,
} from '@datchain/shared/domain/books/guards.ts';
import { PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { MICROS_PER_CENT, MICROS_PER_CREDIT } from '@datchain/shared/domain/units.ts';
import type { Data } from '../stores/document-store.ts';

/** What the screens listen to, as absolute values by Realtime Database path. */
export type LiveValues = Record<string, unknown>;

/** `user:{uid}`, `block:{id}` or `supply`: a part of the truth that screens show. */
export type Touched = string;

/** The documents a projection is made of. */
export function pathsOf(touched: Touched): string[] {
  const [kind, id = ''] = split(touched);
  if (kind === 'user') return [docs.userGuard(id)];
  if (kind === 'block') return [docs.blockGuard(id)];
  if (kind === 'supply') return [docs.supplyGuard, docs.books];
  throw new Error(`Nothing is projected for ${touched}`);
}

function split(touched: Touched): [kind: string, id: string] {
  const colon = touched.indexOf(':');
  return colon < 0 ? [touched, ''] : [touched.slice(0, colon), touched.slice(colon + 1)];
}

/** The live values of one part of the truth, computed from its documents alone. */
export function projectOne(touched: Touched, read: (path: string) => Data | undefined): LiveValues {
  const [kind, id] = split(touched);
  if (kind === 'user') return projectUser(readUserGuard(id, read(docs.userGuard(id))));
  if (kind === 'block') {
    const block = readBlockGuard(read(docs.blockGuard(id)));
    return { [live.tokenBlock(id)]: block ? projectBlock(block) : null };
  }
  const supply = readSupplyGuard(read(docs.supplyGuard));
  return {
    [live.datToken]: {
      poolCents: Math.floor(supply.poolMicros / MICROS_PER_CENT),
      circulating: supply.circulating,
      issuedToUsers: supply.issued,
    },
    [live.utilitySoldCents]: readBooks(read(docs.books)).utilitySoldCents,
  };
}

const projectBlock = (block: BlockGuard) =>
  storeTokenBlock({
    id: block.id,
    priceCents: block.priceCents,
    platformRemaining: block.platformQty,
    sellQty: queuedQty(block),
    walletId: block.queue.find((entry) => entry.qty > 0)?.sellerUid ?? PLATFORM,
  });

const credits = (micros: number): number => micros / MICROS_PER_CREDIT;

function projectUser(user: UserGuard): LiveValues {
  const lots = user.lots.map(({ blockId, priceCents, qty }) => [
    blockId,
    { price: priceCents / 100, qty },
  ]);
  const earned = user.earnedDays.reduce((sum, day) => sum + day.totalMicros, 0);
  const days = user.earnedDays.map(({ date, totalMicros, spentMicros }) => [
    date,
    { total: credits(totalMicros), spent: credits(spentMicros) },
  ]);
  return {
    [live.utilityWallet(user.uid)]: Object.fromEntries(lots),
    [live.utilitySpend(user.uid)]: { totalCents: user.spendCents, awarded: user.awarded },
    [`${live.rewardWallet(user.uid)}/qty`]: user.rewardQty,
    [`${live.creditSummary(user.uid)}/earnedCreditsStrings`]: {
      totalCredits: credits(earned).toString(),
    },
    [`${live.creditSummary(user.uid)}/earnedCreditsByDate`]: Object.fromEntries(days),
  };
}
