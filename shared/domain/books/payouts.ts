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

// `payout-schema.ts` documents their fields.
export type CreditPart = Stored<typeof creditPartSchema>;
export type Reversal = Stored<typeof reversalSchema>;
export type Payout = Stored<typeof payoutSchema>;
export type PayoutState = (typeof payoutStates)[number];

/** On its way: the user's money is held, and whether there is a transfer is not written yet. */
export const isOpenPayout = ({ state }: Pick<Payout, 'state'>): boolean =>
  state === 'held' || state === 'unknown';

/** What Stripe has taken back of a payout so far. */
export const reversedCents = ({ reversals }: Pick<Payout, 'reversals'>): Cents =>
  reversals.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Why a user cannot be paid now, whatever the amount; undefined if there is no reason. */
export function payoutBlock(user: UserGuard): Refusal | undefined {
  if (user.openPayoutId !== null) {
    return refuse('failed-precondition', 'A payout is already on its way.');
  }
  return debtRefusal(user);
}

export interface PayoutRequest {
  readonly payoutId: string;
  readonly source: PayoutSource;
  /** US dollars, as sent. */
  readonly amountUsd: unknown;
  readonly accountId: string;
}

export interface PayoutTerms {
  readonly payoutDays: number;
  readonly spotPriceUsd?: number;
}

/** A payout's effect on the books. Guards that do not change are as they were. */
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

/** What a user can be paid now, in whole cents: what Max fills in (R-CSH-02). */
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

/** Takes an amount from the days that count, oldest first. */
function takeOldest(days: readonly CreditPart[], amountMicros: UsdMicros): CreditPart[] {
  const parts: CreditPart[] = [];
  let missing = amountMicros;
  for (const { date, micros } of days) {
    const taken = Math.min(missing, micros);
    if (taken > 0) parts.push({ date, micros: taken });
    missing -= taken;
  }
  // Stryker disable next-line ConditionalExpression: The amount was checked against the same days; the line keeps it so if that ever changes.
  // Stryker disable next-line StringLiteral: The text of that error: only a mistake in the code could reach it.
  if (missing > 0) throw new RangeError('takeOldest: the days do not cover the amount');
  return parts;
}

/** Counts parts of days as spent, or with `sign` -1 as not spent again. */
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
 * Takes a payout from the user before anything is asked of Stripe: the oldest eligible days, or as
 * many reward tokens as the amount is worth, out of circulation, with their money from the pool.
 *
 * @returns the new states, or the sentences of R-CSH-04 and those of `payoutBlock`
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

/** A user after reward tokens were cashed out, or came back (below zero). A refund asks what was paid for them. */
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

/** Books the transfer that Stripe made: the money has left, the tokens are burnt. */
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

/** Gives a user back part of a payout; `qty` and `parts` together are worth `micros`. */
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

/** Gives all of it back: only when it is certain that Stripe has made no transfer and will make none. */
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

/** How much of an amount goes back to each day: newest first, after what went back before. */
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

/** Books what Stripe took back of a transfer. Tokens come back in proportion, the last with the last cent. */
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
