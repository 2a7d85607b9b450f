import { type Refusal, refuse } from '../refusal.ts';
import type { Millis, UsdMicros } from '../units.ts';
import type { EarnedDay, Lot } from './guards.ts';

/** Adds tokens to the lot of their block; a new block's lot goes to the end (oldest first). */
export function addToLots(lots: readonly Lot[], added: Lot): Lot[] {
  if (!lots.some((lot) => lot.blockId === added.blockId)) return [...lots, added];
  return lots.map((lot) =>
    lot.blockId === added.blockId
      ? { ...lot, qty: lot.qty + added.qty, faceMicros: lot.faceMicros + added.faceMicros }
      : lot,
  );
}

/** The face that goes with `qty` of a holding: its proportional part, all of it with the last token. */
export const faceOf = (holding: { qty: number; faceMicros: UsdMicros }, qty: number): UsdMicros =>
  Number((BigInt(holding.faceMicros) * BigInt(qty)) / BigInt(holding.qty));

/**
 * Takes a number of tokens out of the lots, oldest first, with the face that belongs to them.
 *
 * @returns the lots left and the face taken, or 'Not enough tokens'
 */
export function takeTokens(
  lots: readonly Lot[],
  qty: number,
): { lots: Lot[]; faceMicros: UsdMicros } | Refusal {
  const left: Lot[] = [];
  let missing = qty;
  let faceMicros = 0;
  for (const lot of lots) {
    const taken = Math.min(missing, lot.qty);
    const face = faceOf(lot, taken);
    missing -= taken;
    faceMicros += face;
    if (lot.qty > taken) {
      left.push({ ...lot, qty: lot.qty - taken, faceMicros: lot.faceMicros - face });
    }
  }
  return missing > 0
    ? refuse('failed-precondition', 'Not enough tokens')
    : { lots: left, faceMicros };
}

/** What spending takes out of a wallet. */
export interface Spent {
  readonly lots: Lot[];
  readonly tokens: number;
  /** Face left when the last token of a lot went: too little for a token, it is the platform's. */
  readonly leftoverMicros: UsdMicros;
}

const ceilDiv = (a: bigint, b: bigint): number => Number((a + b - 1n) / b);

/**
 * Spends face value, oldest lot first: exactly the price from the face, and as many tokens as that
 * part of a lot's face is worth, rounded up.
 *
 * @returns what is left and what went, or 'Not enough tokens'
 */
export function spendFace(lots: readonly Lot[], priceMicros: UsdMicros): Spent | Refusal {
  const left: Lot[] = [];
  let missing = priceMicros;
  let tokens = 0;
  let leftoverMicros = 0;
  for (const lot of lots) {
    const face = Math.min(missing, lot.faceMicros);
    const qty =
      face === 0 || lot.faceMicros === 0
        ? 0
        : ceilDiv(BigInt(face) * BigInt(lot.qty), BigInt(lot.faceMicros));
    missing -= face;
    tokens += qty;
    if (qty < lot.qty) left.push({ ...lot, qty: lot.qty - qty, faceMicros: lot.faceMicros - face });
    else leftoverMicros += lot.faceMicros - face;
  }
  return missing > 0
    ? refuse('failed-precondition', 'Not enough tokens')
    : { lots: left, tokens, leftoverMicros };
}

/** What a wallet can spend, in all. */
export const spendableMicros = (lots: readonly Lot[]): UsdMicros =>
  lots.reduce((sum, lot) => sum + lot.faceMicros, 0);

/** The UTC day of a moment, YYYY-MM-DD. */
export const utcDay = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

/** Books earnings on their UTC day, oldest day first. */
export function addEarned(days: readonly EarnedDay[], at: Millis, micros: UsdMicros): EarnedDay[] {
  const date = utcDay(at);
  const known = days.some((day) => day.date === date);
  if (!known) {
    return [...days, { date, totalMicros: micros, spentMicros: 0 }].sort((a, b) =>
      a.date < b.date ? -1 : 1,
    );
  }
  return days.map((day) =>
    day.date === date ? { ...day, totalMicros: day.totalMicros + micros } : day,
  );
}

/** Takes earnings back that were not paid out, newest day first; days left empty go. */
export function takeEarned(
  days: readonly EarnedDay[],
  micros: UsdMicros,
): { days: EarnedDay[]; takenMicros: UsdMicros } {
  let missing = micros;
  const left = [...days].reverse().flatMap((day) => {
    const taken = Math.min(missing, day.totalMicros - day.spentMicros);
    missing -= taken;
    const totalMicros = day.totalMicros - taken;
    return taken > 0 && totalMicros === 0 ? [] : [{ ...day, totalMicros }];
  });
  return { days: left.reverse(), takenMicros: micros - missing };
}
