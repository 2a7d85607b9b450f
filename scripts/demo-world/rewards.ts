import type { DemoPerson, DemoRewards, DemoTokenPurchase } from './types.ts';

const CIRCULATING = 100_000;
/** Leaves 61,402 of the 66,669 reward tokens. */
const ISSUED = 5_267;
/** $0.417 for each circulating token. */
const POOL_CENTS = 4_170_000;
/** The part of every platform token sale that funds the pool. */
const POOL_PERCENT = 10;

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
    (sum, { blockCents, qty }) => sum + Math.floor((blockCents * qty * POOL_PERCENT) / 100),
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
    circulating: CIRCULATING,
    issuedToUsers: ISSUED,
    wallets: wallets.filter(({ qty }) => qty > 0),
    openingPoolCents: POOL_CENTS - addedCents,
    poolCents: POOL_CENTS,
  };
}
