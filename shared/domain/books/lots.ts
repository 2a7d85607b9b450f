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
