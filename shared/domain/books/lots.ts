import { type Refusal, refuse } from '../refusal.ts';
import { utcDay } from '../time.ts';
import type { Millis, UsdMicros } from '../units.ts';
import type { EarnedDay, Lot } from './guards.ts';

const age = ({ since }: Lot): Millis => since ?? 0;

/** What tells a lot from the others of a user. */
export type LotKey = Pick<Lot, 'blockId' | 'orderId'>;

export const isSameLot = (a: LotKey, b: LotKey): boolean =>
  a.blockId === b.blockId && a.orderId === b.orderId;

const together = (a: Lot, b: Lot): Lot => ({
  ...a,
  qty: a.qty + b.qty,
  faceMicros: a.faceMicros + b.faceMicros,
});

/** Adds bought tokens to the lot they belong to; a new lot goes to the end (oldest first). */
export function addToLots(lots: readonly Lot[], added: Omit<Lot, 'since'>, now: Millis): Lot[] {
  if (lots.some((lot) => isSameLot(lot, added))) {
    return lots.map((lot) => (isSameLot(lot, added) ? together(lot, added) : lot));
  }
  return [...lots, { ...added, since: Math.max(now, ...lots.map((lot) => age(lot) + 1)) }];
}

/** Puts tokens back into the lots they came from, each lot at its place. */
export function returnToLots(lots: readonly Lot[], returned: readonly Lot[]): Lot[] {
  let back = [...lots];
  // Newest first: of lots of the same moment, those that come back were the older ones.
  for (const lot of [...returned].reverse()) {
    const there = back.find((one) => isSameLot(one, lot));
    if (there && age(there) <= age(lot)) {
      back = back.map((one) => (one === there ? together(there, lot) : one));
      continue;
    }
    const others = back.filter((one) => one !== there);
    const next = others.findIndex((one) => age(one) >= age(lot));
    const place = next < 0 ? others.length : next;
    const home = there ? together(lot, there) : lot;
    back = [...others.slice(0, place), home, ...others.slice(place)];
  }
  return back;
}

/** Gives old lots without a place the one they are at. */
export const placed = (lots: readonly Lot[]): Lot[] =>
  lots.map((lot, index) => (lot.since === undefined ? { ...lot, since: index } : lot));

export const sumOfLots = (lots: readonly Lot[]): { qty: number; faceMicros: UsdMicros } =>
  lots.reduce(
    (sum, { qty, faceMicros }) => ({ qty: sum.qty + qty, faceMicros: sum.faceMicros + faceMicros }),
    { qty: 0, faceMicros: 0 },
  );

/** The face that goes with `qty` of a holding: its proportional part, all of it with the last token. */
export const faceOf = (holding: { qty: number; faceMicros: UsdMicros }, qty: number): UsdMicros =>
  Number((BigInt(holding.faceMicros) * BigInt(qty)) / BigInt(holding.qty));

export interface Taken {
  readonly lots: Lot[];
  readonly taken: Lot[];
  readonly tokens: number;
  readonly faceMicros: UsdMicros;
}

/** Takes tokens out of the lots, oldest first, with their face: as many as there are. */
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
    const faceMicros = faceOf(lot, tokens);
    missing -= tokens;
    taken.push({ ...lot, qty: tokens, faceMicros });
    if (lot.qty > tokens) {
      left.push({ ...lot, qty: lot.qty - tokens, faceMicros: lot.faceMicros - faceMicros });
    }
  }
  return { lots: left, taken, tokens: qty - missing, faceMicros: sumOfLots(taken).faceMicros };
}

const notEnough = () => refuse('failed-precondition', 'Not enough tokens');

/** The same for exactly so many tokens. @returns what is left and taken, or 'Not enough tokens' */
export function takeTokens(lots: readonly Lot[], qty: number): Taken | Refusal {
  const all = takeUpTo(lots, qty);
  return all.tokens < qty ? notEnough() : all;
}

/** What a wallet can spend: tokens at their face, and change. */
export interface Spendable {
  readonly lots: readonly Lot[];
  readonly changeMicros: UsdMicros;
}

/** What spending takes out of a wallet. */
export interface Spent {
  readonly lots: Lot[];
  readonly taken: Lot[];
  readonly tokens: number;
  readonly spentMicros: UsdMicros;
  readonly changeSpentMicros: UsdMicros;
  /** How much of the spent tokens became change. */
  readonly changeLeftMicros: UsdMicros;
  readonly changeMicros: UsdMicros;
}

const ceilDiv = (a: bigint, b: bigint): number => Number((a + b - 1n) / b);

/**
 * Spends face value as far as there is any: change first, then the oldest lot. It spends exactly
 * the price, with as many tokens as that part of a lot's face requires, rounded up; face left when
 * the last token of a lot is spent stays as change.
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
  const went = { lots: left, taken, tokens, spentMicros };
  return { ...went, changeSpentMicros, changeLeftMicros, changeMicros };
}

/** The same for exactly a price. @returns what is left and what was spent, or 'Not enough tokens' */
export function spendFace(from: Spendable, priceMicros: UsdMicros): Spent | Refusal {
  const all = spendUpTo(from, priceMicros);
  return all.spentMicros < priceMicros ? notEnough() : all;
}

/** What a wallet can spend, in all. */
export const spendableMicros = ({ lots, changeMicros }: Spendable): UsdMicros =>
  lots.reduce((sum, lot) => sum + lot.faceMicros, changeMicros);

/** Books earnings on their UTC day, oldest day first. */
export function addEarned(days: readonly EarnedDay[], at: Millis, micros: UsdMicros): EarnedDay[] {
  const date = utcDay(at);
  const day = days.find((one) => one.date === date) ?? { date, totalMicros: 0, spentMicros: 0 };
  return [
    ...days.filter((one) => one.date < date),
    { ...day, totalMicros: day.totalMicros + micros },
    ...days.filter((one) => one.date > date),
  ];
}

/** Takes earnings back that were not paid out, newest day first; empty days are removed. */
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
