import { formatDate } from '../format.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Millis } from '../units.ts';
import type { DatGuard, TakenDown } from './guards.ts';

export const takenDownText = 'This DAT has been taken down.';

/** Formats the public note: 'Taken down on 20 Nov 2026. Reason: A claim of rights.' */
export function takenDownLine({ at, reason }: TakenDown): string {
  const on = at > 0 ? `Taken down on ${formatDate(at)}.` : 'Taken down.';
  const end = /[.!?…]$/.test(reason) ? '' : '.';
  return reason === '' ? on : `${on} Reason: ${reason}${end}`;
}

const MAX_CHARACTERS = 300;

/**
 * Reads the public reason as one line.
 *
 * @returns a refusal if it is empty or longer than 300 characters
 */
export function readReason(value: unknown): string | Refusal {
  const reason = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  if (reason === '') return refuse('invalid-argument', 'Give a reason: everyone will read it.');
  return [...reason].length > MAX_CHARACTERS
    ? refuse('invalid-argument', `The reason may have at most ${MAX_CHARACTERS} characters.`)
    : reason;
}

/** Returns the number of takedowns and restorations: of two concurrent changes only one succeeds. */
export const takedownVersion = (dat: DatGuard): number => dat.takedownVersion ?? 0;

/** Takes a DAT down: its editions cannot be sold or newly listed. Owners and listings stay. */
export const takeDownDat = (dat: DatGuard, reason: string, at: Millis): DatGuard => ({
  ...dat,
  takenDown: { at, reason },
  takedownVersion: takedownVersion(dat) + 1,
});

export const restoreDat = (dat: DatGuard): DatGuard => ({
  ...dat,
  takenDown: null,
  takedownVersion: takedownVersion(dat) + 1,
});

/** Refuses sales and listings of a DAT that is taken down. */
export const checkNotTakenDown = (dat: DatGuard): Refusal | undefined =>
  dat.takenDown ? refuse('failed-precondition', takenDownText) : undefined;
