import { type Refusal, refuse } from '../refusal.ts';
import { utcDay } from '../time.ts';
import type { Millis, UsdMicros } from '../units.ts';
import type { EarnedDay, Lot } from './guards.ts';

const age = ({ since }: Lot): Millis => since ?? 0;

export type LotKey = Pick<Lot, 'blockId' | 'orderId'>;

export const isSameLot = (a: LotKey, b: LotKey): boolean =>
  a.blockId === b.blockId && a.orderId === b.orderId;

const together = (a: Lot, b: Lot): Lot => ({
  ...a,
  qty: a.qty + b.qty,
  faceMicros: a.faceMicros + b.faceMicros,
});

/** Adds bought tokens to their lot; a new lot goes to the end (oldest first). */
export function addToLots(lots: readonly Lot[], added: Omit<Lot, 'since'>, now: Millis): Lot[] {
  if (lots.some((lot) => isSameLot(lot, added))) {
    return lots.map((lot) => (isSameLot(lot, added) ? together(lot, added) : lot));
  }
  return [...lots, { ...added, since: Math.max(now, ...lots.map((lot) => age(lot) + 1)) }];
}

/** Returns tokens to the lots they came from, each at its place. */
export function returnToLots(lots: readonly Lot[], returned: readonly Lot[]): Lot[] {
  let back = [...lots];
  // The newest lot goes first: among lots of the same moment, returned ones were the older.
  for (const lot of [...returned].reverse()) {
    const existing = back.find((one) => isSameLot(one, lot));
    if (existing && age(existing) <= age(lot)) {
      back = back.map((one) => (one === existing ? together(existing, lot) : one));
      continue;
    }
    const others = back.filter((one) => one !== existing);
    const next = others.findIndex((one) => age(one) >= age(lot));
    const place = next < 0 ? others.length : next;
    const merged = existing ? together(lot, existing) : lot;
    back = [...others.slice(0, place), merged, ...others.slice(place)];
  }
  return back;
}

/** Gives lots without a `since` their index as one. */
export const placed = (lots: readonly Lot[]): Lot[] =>
  lots.map((lot, index) => (lot.since === undefined ? { ...lot, since: index } : lot));

export const sumOfLots = (lots: readonly Lot[]): { qty: number; faceMicros: UsdMicros } =>
  lots.reduce(
    (sum, { qty, faceMicros }) => ({ qty: sum.qty + qty, faceMicros: sum.faceMicros + faceMicros }),
    { qty: 0, faceMicros: 0 },
  );

/** Returns the face of `qty` tokens of a holding, in proportion; the last token takes all that is left. */
export const computeFace = (
  holding: { qty: number; faceMicros: UsdMicros },
  qty: number,
): UsdMicros => Number((BigInt(holding.faceMicros) * BigInt(qty)) / BigInt(holding.qty));

export interface Taken {
  readonly lots: Lot[];
  readonly taken: Lot[];
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
}

/** Takes up to `qty` tokens out of the lots with their face, oldest first. */
export function takeUpTo(lots: readonly Lot[], qty: number): Taken {
  const left: Lot[] = [];
  const taken: Lot[] = [];
  let missing = qty;
  for (const lot of lots) {
    const tokens = Math.min(missing, lot.qty);
    if (tokens === 0) {
      left.push(lot);
      continue;
    }
    const faceMicros = computeFace(lot, tokens);
    missing -= tokens;
    taken.push({ ...lot, qty: tokens, faceMicros });
    if (lot.qty > tokens) {
      left.push({ ...lot, qty: lot.qty - tokens, faceMicros: lot.faceMicros - faceMicros });
    }
  }
  return { lots: left, taken, tokens: qty - missing, faceMicros: sumOfLots(taken).faceMicros };
}

const notEnough = () => refuse('failed-precondition', 'Not enough tokens');

/**
 * Takes exactly `qty` tokens out of the lots.
 *
 * @returns what is left and taken, or 'Not enough tokens'
 */
export function takeTokens(lots: readonly Lot[], qty: number): Taken | Refusal {
  const all = takeUpTo(lots, qty);
  return all.tokens < qty ? notEnough() : all;
}

export interface Spendable {
  readonly lots: readonly Lot[];
  readonly changeMicros: UsdMicros;
}

export interface Spent {
  readonly lots: Lot[];
  readonly taken: Lot[];
  readonly tokens: number;
  readonly spentMicros: UsdMicros;
  readonly changeSpentMicros: UsdMicros;
  /** The face of the spent tokens that became change. */
  readonly changeLeftMicros: UsdMicros;
  readonly changeMicros: UsdMicros;
}

const ceilDiv = (a: bigint, b: bigint): number => Number((a + b - 1n) / b);

/**
 * Spends face up to a price: change first, then the oldest lot. It takes as many tokens as the spent part of
 * a lot's face requires, rounded up. Face left when a lot's last token goes becomes change.
 */
export function spendUpTo(from: Spendable, priceMicros: UsdMicros): Spent {
  const left: Lot[] = [];
  const taken: Lot[] = [];
  const changeSpentMicros = Math.min(from.changeMicros, priceMicros);
  let changeLeftMicros = 0;
  let missing = priceMicros - changeSpentMicros;
  let tokens = 0;
  for (const lot of from.lots) {
    const face = Math.min(missing, lot.faceMicros);
    if (face === 0) {
      left.push(lot);
      continue;
    }
    const qty = ceilDiv(BigInt(face) * BigInt(lot.qty), BigInt(lot.faceMicros));
    missing -= face;
    tokens += qty;
    taken.push({ ...lot, qty, faceMicros: face });
    if (qty < lot.qty) left.push({ ...lot, qty: lot.qty - qty, faceMicros: lot.faceMicros - face });
    else changeLeftMicros += lot.faceMicros - face;
  }
  const changeMicros = from.changeMicros - changeSpentMicros + changeLeftMicros;
  const spentMicros = priceMicros - missing;
  const spent = { lots: left, taken, tokens, spentMicros };
  return { ...spent, changeSpentMicros, changeLeftMicros, changeMicros };
}

/**
 * Spends exactly a price.
 *
 * @returns what is left and what was spent, or 'Not enough tokens'
 */
export function spendFace(from: Spendable, priceMicros: UsdMicros): Spent | Refusal {
  const all = spendUpTo(from, priceMicros);
  return all.spentMicros < priceMicros ? notEnough() : all;
}

export const spendableMicros = ({ lots, changeMicros }: Spendable): UsdMicros =>
  lots.reduce((sum, lot) => sum + lot.faceMicros, changeMicros);

/** Adds earnings to their UTC day, oldest day first. */
export function addEarned(days: readonly EarnedDay[], at: Millis, micros: UsdMicros): EarnedDay[] {
  const date = utcDay(at);
  const day = days.find((one) => one.date === date) ?? { date, totalMicros: 0, spentMicros: 0 };
  return [
    ...days.filter((one) => one.date < date),
    { ...day, totalMicros: day.totalMicros + micros },
    ...days.filter((one) => one.date > date),
  ];
}

/** Takes back earnings not paid out, newest day first; empty days are removed. */
export function takeEarned(
  days: readonly EarnedDay[],
  micros: UsdMicros,
): { days: EarnedDay[]; takenMicros: UsdMicros } {
  let missing = micros;
  const left = [...days].reverse().flatMap((day) => {
    const taken = Math.min(missing, day.totalMicros - day.spentMicros);
    missing -= taken;
    const totalMicros = day.totalMicros - taken;
    return totalMicros === 0 ? [] : [{ ...day, totalMicros }];
  });
  return { days: left.reverse(), takenMicros: micros - missing };
}
