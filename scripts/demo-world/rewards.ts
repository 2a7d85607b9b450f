import { config, rates } from '@datchain/shared/domain/config.ts';
import type { DemoPerson, DemoRewards, DemoTokenPurchase } from './types.ts';

/** What the front page shows as remaining. */
const REMAINING = 61_402;
const ISSUED = config.rewardSupply - REMAINING;
/** $0.417 for each circulating token. */
const POOL_CENTS = 4_170_000;

const FIXED_QTY: Readonly<Record<string, number>> = { 'demo-fan': 412, 'demo-newfan': 0 };

/**
 * Reward tokens as they stand. Most were issued before this world's first purchase, when the pool
 * stood at `openingPoolCents`; each purchase since then added a tenth.
 */
export function rewardsAfter(
  purchases: readonly DemoTokenPurchase[],
  fans: readonly DemoPerson[],
): DemoRewards {
  const addedCents = purchases.reduce(
    (sum, { blockCents, qty }) => sum + Math.floor((blockCents * qty * rates.poolPpm) / 1_000_000),
    0,
  );
  const others = fans.filter(({ uid }) => FIXED_QTY[uid] === undefined);
  const fixedQty = Object.values(FIXED_QTY).reduce((sum, qty) => sum + qty, 0);
  const share = Math.floor((ISSUED - fixedQty) / others.length);
  const rest = ISSUED - fixedQty - share * others.length;
  const wallets = fans.map(({ uid }) => {
    const place = others.findIndex((each) => each.uid === uid);
    // Uneven on purpose; what one place gets more, its mirror gets less.
    const tilt = (place - (others.length - 1) / 2) * 14;
    return { uid, qty: FIXED_QTY[uid] ?? share + Math.trunc(tilt) + (place === 0 ? rest : 0) };
  });
  return {
    circulating: config.defaultCirculating,
    issuedToUsers: ISSUED,
    wallets: wallets.filter(({ qty }) => qty > 0),
    openingPoolCents: POOL_CENTS - addedCents,
    poolCents: POOL_CENTS,
  };
}
