import { config } from './config.ts';
import { formatCents } from './format.ts';
import { CENTS_PER_USD, MICROS_PER_CENT, microsOfUsd, nearestCents, usdOfCents } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';
import { DAY_MILLIS } from './time.ts';
import type { Cents, Millis, UsdMicros } from './units.ts';

export const payoutSources = ['credits', 'tokens'] as const;
export type PayoutSource = (typeof payoutSources)[number];

/** The refusals of payout amounts (R-CSH-04). */
export const payoutSentences = {
  invalid: 'Enter a valid payout amount.',
  tooSmall: `Minimum payout amount is ${formatCents(config.minimumPayoutCents)}`,
  tooMuch: 'Amount exceeds your available balance.',
} as const;

/** Above this amount, floating point cannot tell dollar amounts a cent apart. */
const EXACT_USD = Number.MAX_SAFE_INTEGER / CENTS_PER_USD;

/** Accepts 25.1 and 25.10, refuses 25.001. */
const isWholeCents = (usd: number): boolean =>
  Math.abs(usd) > EXACT_USD || usdOfCents(nearestCents(usd)) === usd;

/**
 * Checks a payout in US dollars against the available cents. Screen and server call this, so the server
 * accepts what Max fills in (R-CSH-04).
 *
 * @param amountUsd as sent; only a finite number of whole cents is valid
 * @returns the amount in cents, or a refusal with a sentence of `payoutSentences`
 */
export function checkPayout(amountUsd: unknown, availableCents: Cents): Cents | Refusal {
  // Stryker disable next-line ConditionalExpression: Number.isFinite refuses what is no number; this tells the types so.
  if (typeof amountUsd !== 'number' || !Number.isFinite(amountUsd) || !isWholeCents(amountUsd)) {
    return refuse('invalid-argument', payoutSentences.invalid);
  }
  const cents = nearestCents(amountUsd);
  if (cents < config.minimumPayoutCents) {
    return refuse('invalid-argument', payoutSentences.tooSmall);
  }
  return cents <= availableCents ? cents : refuse('failed-precondition', payoutSentences.tooMuch);
}

export interface TokenPool {
  readonly poolMicros: UsdMicros;
  readonly circulating: number;
  readonly spotPriceUsd?: number;
}

/** Rounds the pool down to whole cents, as every screen shows it. */
export const poolCents = ({ poolMicros }: Pick<TokenPool, 'poolMicros'>): Cents =>
  Math.floor(poolMicros / MICROS_PER_CENT);

/**
 * Returns a token's value as the fraction `cents / tokens`: a positive spot price, else pool over circulating
 * tokens (R-WAL-08).
 */
function tokenValue(pool: TokenPool): { cents: bigint; tokens: bigint } {
  const spotMicros = microsOfUsd(pool.spotPriceUsd ?? 0);
  return spotMicros > 0
    ? { cents: BigInt(spotMicros), tokens: BigInt(MICROS_PER_CENT) }
    : { cents: BigInt(poolCents(pool)), tokens: BigInt(Math.max(1, pool.circulating)) };
}

/** Returns what reward tokens pay out: quantity × value in whole cents (R-CSH-06), at most the pool. */
export function tokenPayoutCents(qty: number, pool: TokenPool): Cents {
  const { cents, tokens } = tokenValue(pool);
  const rounded = (2n * BigInt(qty) * cents + tokens) / (2n * tokens);
  const available = BigInt(poolCents(pool));
  // Stryker disable next-line EqualityOperator: Equal values give the same result.
  return Number(rounded < available ? rounded : available);
}

/**
 * Returns how many tokens a payout burns: amount over value, rounded up, at most all that the user has.
 *
 * @throws RangeError if a token has no value
 */
export function tokensForPayout(amountCents: Cents, qty: number, pool: TokenPool): number {
  const { cents, tokens } = tokenValue(pool);
  if (cents === 0n) throw new RangeError('Tokens without a value pay for nothing');
  const needed = (BigInt(amountCents) * tokens + cents - 1n) / cents;
  return Math.min(qty, pool.circulating, Number(needed));
}

const BANK_DAYS = 4;

/** Estimates when a payout sent now reaches the bank: four working days later, by UTC. */
export function inBankBy(sentAt: Millis): Millis {
  let at = sentAt;
  for (let left = BANK_DAYS; left > 0; ) {
    at += DAY_MILLIS;
    const day = new Date(at).getUTCDay();
    if (day !== 0 && day !== 6) left -= 1;
  }
  return at;
}
