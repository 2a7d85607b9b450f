import { formatDate } from '../format.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Millis } from '../units.ts';
import type { DatGuard, TakenDown } from './guards.ts';

/** What people read when they try to buy or offer an edition of a DAT that was taken down. */
export const takenDownText = 'This DAT has been taken down.';

/** 'Taken down on 20 Nov 2026. Reason: A claim of rights.' */
export function takenDownLine({ at, reason }: TakenDown): string {
  const on = at > 0 ? `Taken down on ${formatDate(at)}.` : 'Taken down.';
  const end = /[.!?…]$/.test(reason) ? '' : '.';
  return reason === '' ? on : `${on} Reason: ${reason}${end}`;
}

const MOST_CHARACTERS = 300;

/** The reason that everyone will read, in one line. @returns a refusal when there is none, or too much of it */
export function readReason(value: unknown): string | Refusal {
  const reason = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  if (reason === '') return refuse('invalid-argument', 'Give a reason: everyone will read it.');
  return [...reason].length > MOST_CHARACTERS
    ? refuse('invalid-argument', `The reason may have at most ${MOST_CHARACTERS} characters.`)
    : reason;
}

/** How often a DAT was taken down or restored: only one of two concurrent changes is next. */
export const takedownVersion = (dat: DatGuard): number => dat.takedownVersion ?? 0;

/** Takes a DAT down: nothing of it is sold or newly offered. Owners keep what they own; offers stay. */
export const takeDownDat = (dat: DatGuard, reason: string, at: Millis): DatGuard => ({
  ...dat,
  takenDown: { at, reason },
  takedownVersion: takedownVersion(dat) + 1,
});

/** Makes a DAT public again, as it was. */
export const restoreDat = (dat: DatGuard): DatGuard => ({
  ...dat,
  takenDown: null,
  takedownVersion: takedownVersion(dat) + 1,
});

/** Refuses what must not happen to a DAT that was taken down. */
export const checkNotTakenDown = (dat: DatGuard): Refusal | undefined =>
  dat.takenDown ? refuse('failed-precondition', takenDownText) : undefined;
