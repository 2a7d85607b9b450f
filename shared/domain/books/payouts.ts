import { eligibleCents, eligibleCredits } from '../eligible-credits.ts';
import { centsToMicros } from '../money.ts';
import {
  checkPayout,
  type PayoutSource,
  type TokenPool,
  tokenPayoutCents,
  tokensForPayout,
} from '../payout.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Stored } from '../stored.ts';
import type { Cents, Millis, UsdMicros } from '../units.ts';
import { debtRefusal } from './debts.ts';
import type { EarnedDay, SupplyGuard, UserGuard } from './guards.ts';
import type {
  creditPartSchema,
  payoutSchema,
  payoutStates,
  reversalSchema,
} from './payout-schema.ts';
import { accounts, move, type Posting } from './postings.ts';

export type CreditPart = Stored<typeof creditPartSchema>;
export type Reversal = Stored<typeof reversalSchema>;
export type Payout = Stored<typeof payoutSchema>;
export type PayoutState = (typeof payoutStates)[number];

/** Says whether a payout is in progress: money is held, and the outcome of the transfer is not recorded. */
export const isOpenPayout = ({ state }: Pick<Payout, 'state'>): boolean =>
  state === 'held' || state === 'unknown';

export const reversedCents = ({ reversals }: Pick<Payout, 'reversals'>): Cents =>
  reversals.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Refuses any payout while another one is open or there is a debt. */
export function payoutBlock(user: UserGuard): Refusal | undefined {
  if (user.openPayoutId !== null) {
    return refuse('failed-precondition', 'A payout is already on its way.');
  }
  return debtRefusal(user);
}

export interface PayoutRequest {
  readonly payoutId: string;
  readonly source: PayoutSource;
  readonly amountUsd: unknown;
  readonly accountId: string;
}

export interface PayoutTerms {
  readonly payoutDays: number;
  readonly spotPriceUsd?: number;
}

/** The effect of a payout on the guards; unaffected guards are unchanged. */
export interface PayoutChange {
  readonly payout: Payout;
  readonly user: UserGuard;
  readonly supply: SupplyGuard;
  readonly postings: Posting[];
}

const poolOf = (
  { poolMicros, circulating }: SupplyGuard,
  { payoutDays: _, ...spot }: PayoutTerms,
): TokenPool => ({ poolMicros, circulating, ...spot });

/** Returns the whole cents that a user can be paid now: what Max fills in (R-CSH-02). */
export function availableCents(
  source: PayoutSource,
  guards: { user: UserGuard; supply: SupplyGuard },
  terms: PayoutTerms,
  now: Millis,
): Cents {
  const { user, supply } = guards;
  return source === 'credits'
    ? eligibleCents(eligibleCredits(user.earnedDays, terms.payoutDays, now))
    : tokenPayoutCents(user.rewardQty, poolOf(supply, terms));
}

function takeOldest(days: readonly CreditPart[], amountMicros: UsdMicros): CreditPart[] {
  const parts: CreditPart[] = [];
  let missing = amountMicros;
  for (const { date, micros } of days) {
    const taken = Math.min(missing, micros);
    if (taken > 0) parts.push({ date, micros: taken });
    missing -= taken;
  }
  // Stryker disable next-line ConditionalExpression: The amount was checked against the same days; this line guards against changes.
  // Stryker disable next-line StringLiteral: Only a bug could reach this error.
  if (missing > 0) throw new RangeError('takeOldest: the days do not cover the amount');
  return parts;
}

/** Counts parts of days as spent, or with `sign` -1 as unspent. */
function spendDays(
  days: readonly EarnedDay[],
  parts: readonly CreditPart[],
  sign: 1 | -1,
): EarnedDay[] {
  const byDate = new Map(parts.map(({ date, micros }) => [date, micros]));
  return days.map((day) => ({
    ...day,
    spentMicros: day.spentMicros + sign * (byDate.get(day.date) ?? 0),
  }));
}

function postPart(
  { uid, source }: Pick<Payout, 'uid' | 'source'>,
  part: { micros: UsdMicros; qty: number },
  to: { usd: string; reward: string },
): Posting[] {
  const from = source === 'credits' ? accounts.owed(uid) : accounts.pool;
  return [
    ...move('USD', from, to.usd, part.micros),
    ...move('REWARD', accounts.user(uid), to.reward, part.qty),
  ];
}

const inverse = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, delta: -posting.delta }));

/**
 * Takes a payout from the user before Stripe is called. It takes the oldest eligible days, or removes reward
 * tokens of that value from circulation and their money from the pool.
 *
 * @returns the new states, or the refusals of R-CSH-04 and `payoutBlock`
 */
export function holdPayout(
  request: PayoutRequest,
  guards: { user: UserGuard; supply: SupplyGuard },
  terms: PayoutTerms,
  now: Millis,
): PayoutChange | Refusal {
  const { user, supply } = guards;
  const { payoutId: id, source, accountId } = request;
  const blocked = payoutBlock(user);
  if (blocked) return blocked;
  const amountCents = checkPayout(request.amountUsd, availableCents(source, guards, terms, now));
  if (isRefusal(amountCents)) return amountCents;
  const micros = centsToMicros(amountCents);
  const fromCredits = source === 'credits';
  const parts = fromCredits
    ? takeOldest(eligibleCredits(user.earnedDays, terms.payoutDays, now).days, micros)
    : [];
  const qty = fromCredits ? 0 : tokensForPayout(amountCents, user.rewardQty, poolOf(supply, terms));
  const payout: Payout = {
    id,
    uid: user.uid,
    source,
    amountCents,
    state: 'held',
    parts,
    qty,
    poolMicros: fromCredits ? 0 : micros,
    accountId,
    transferId: null,
    reversals: [],
    createdAt: now,
    closedAt: null,
  };
  const held = accounts.payout(id);
  return {
    payout,
    user: {
      ...withRewardsPaid(user, qty, payout.poolMicros),
      earnedDays: spendDays(user.earnedDays, parts, 1),
      openPayoutId: id,
    },
    supply: {
      ...supply,
      circulating: supply.circulating - qty,
      poolMicros: supply.poolMicros - payout.poolMicros,
    },
    postings: postPart(payout, { micros, qty }, { usd: held, reward: held }),
  };
}

/**
 * Updates the counts of cashed-out reward tokens, with negative amounts when they return. Refunds use what
 * was paid for them.
 */
function withRewardsPaid(user: UserGuard, qty: number, micros: UsdMicros): UserGuard {
  return {
    ...user,
    rewardQty: user.rewardQty - qty,
    rewardsPaidQty: Math.max(0, user.rewardsPaidQty + qty),
    rewardsPaidMicros: Math.max(0, user.rewardsPaidMicros + micros),
  };
}

const withoutOpenPayout = (user: UserGuard, payoutId: string): UserGuard =>
  user.openPayoutId === payoutId ? { ...user, openPayoutId: null } : user;

/** Books a transfer that Stripe made: the money leaves, the reward tokens are burnt. */
export function payPayout(
  payout: Payout,
  guards: { user: UserGuard; supply: SupplyGuard },
  transferId: string,
  now: Millis,
): PayoutChange {
  const held = accounts.payout(payout.id);
  return {
    payout: { ...payout, state: 'paid', transferId, closedAt: now },
    user: withoutOpenPayout(guards.user, payout.id),
    supply: guards.supply,
    postings: [
      ...move('USD', held, accounts.transfers, centsToMicros(payout.amountCents)),
      ...move('REWARD', held, accounts.issuer, payout.qty),
    ],
  };
}

/** Returns part of a payout to the user; `qty` and `parts` together are worth `micros`. */
function giveBack(
  guards: { user: UserGuard; supply: SupplyGuard },
  back: { parts: readonly CreditPart[]; qty: number; poolMicros: UsdMicros },
): { user: UserGuard; supply: SupplyGuard } {
  const { user, supply } = guards;
  return {
    user: {
      ...withRewardsPaid(user, 0 - back.qty, 0 - back.poolMicros),
      earnedDays: spendDays(user.earnedDays, back.parts, -1),
    },
    supply: {
      ...supply,
      circulating: supply.circulating + back.qty,
      poolMicros: supply.poolMicros + back.poolMicros,
    },
  };
}

/** Returns all of a payout. Callers must be certain that Stripe made no transfer and will make none. */
export function returnPayout(
  payout: Payout,
  guards: { user: UserGuard; supply: SupplyGuard },
  now: Millis,
): PayoutChange {
  const { user, supply } = giveBack(guards, payout);
  const held = accounts.payout(payout.id);
  const part = { micros: centsToMicros(payout.amountCents), qty: payout.qty };
  return {
    payout: { ...payout, state: 'returned', closedAt: now },
    user: withoutOpenPayout(user, payout.id),
    supply,
    postings: inverse(postPart(payout, part, { usd: held, reward: held })),
  };
}

/** Splits an amount among a payout's days, newest first, after what went back before. */
function partsBack(payout: Payout, beforeMicros: UsdMicros, micros: UsdMicros): CreditPart[] {
  let skip = beforeMicros;
  let missing = micros;
  return [...payout.parts].reverse().map((part) => {
    const skipped = Math.min(skip, part.micros);
    const taken = Math.min(missing, part.micros - skipped);
    skip -= skipped;
    missing -= taken;
    return { date: part.date, micros: taken };
  });
}

const share = (qty: number, cents: Cents, ofCents: Cents): number =>
  Number((BigInt(qty) * BigInt(cents)) / BigInt(ofCents));

/**
 * Books Stripe's reversal of a transfer. Tokens return in proportion, the last with the last cent.
 *
 * @throws RangeError if more is reversed than was paid
 */
export function reversePayout(
  payout: Payout,
  guards: { user: UserGuard; supply: SupplyGuard },
  reversal: Reversal,
): PayoutChange {
  const before = reversedCents(payout);
  const after = before + reversal.amountCents;
  if (after > payout.amountCents) {
    throw new RangeError(`Payout ${payout.id}: more is reversed than was paid`);
  }
  const micros = centsToMicros(reversal.amountCents);
  const qty =
    share(payout.qty, after, payout.amountCents) - share(payout.qty, before, payout.amountCents);
  const { user, supply } = giveBack(guards, {
    parts: partsBack(payout, centsToMicros(before), micros),
    qty,
    poolMicros: payout.source === 'tokens' ? micros : 0,
  });
  const outside = { usd: accounts.transfers, reward: accounts.issuer };
  return {
    payout: {
      ...payout,
      state: after === payout.amountCents ? 'reversed' : payout.state,
      reversals: [...payout.reversals, { id: reversal.id, amountCents: reversal.amountCents }],
    },
    user,
    supply,
    postings: inverse(postPart(payout, { micros, qty }, outside)),
  };
}
