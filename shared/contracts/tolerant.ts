/**
 * Reads a stored number tolerantly, because other programs wrote some: a string is stripped of everything but
 * digits, sign and point (R-DB-02). Otherwise returns the fallback.
 */
export function readNumber(value: unknown, fallback = 0): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : fallback;
  if (typeof value !== 'string') return fallback;
  const stripped = value.replace(/[^\d.-]/g, '');
  const parsed = stripped === '' ? Number.NaN : Number(stripped);
  return Number.isFinite(parsed) ? parsed : fallback;
}

export const readCount = (value: unknown): number => Math.max(0, Math.trunc(readNumber(value)));

export const readText = (value: unknown, fallback = ''): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : fallback;

export const readBoolean = (value: unknown): boolean => value === true || value === 'true';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a stored list: an array without its holes, or a map keyed by index, as the database returns. */
export function readList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== undefined);
  return isRecord(value) ? Object.values(value).filter((item) => item !== null) : [];
}

/** Reads milliseconds from a number, an ISO text, or a Firestore timestamp in either of its shapes. */
export function readMillis(value: unknown): number | undefined {
  const millis = millisIn(value);
  return millis === undefined || Math.abs(millis) > MAX_MILLIS ? undefined : millis;
}

/** The largest time of a `Date`; a later one would throw when it is formatted. */
const MAX_MILLIS = 8.64e15;

function millisIn(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return Math.trunc(value);
  if (typeof value === 'string') {
    const parsed = /^\d+$/.test(value) ? Number(value) : Date.parse(value);
    return Number.isFinite(parsed) ? parsed : undefined;
  }
  if (!isRecord(value)) return undefined;
  if (typeof value.toMillis === 'function') {
    const millis: unknown = value.toMillis();
    return typeof millis === 'number' ? millis : undefined;
  }
  const seconds = value.seconds ?? value._seconds;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}
