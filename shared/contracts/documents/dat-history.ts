import { datEventKinds, type HistoryLine } from '../../domain/dat-events.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readList, readMillis } from '../tolerant.ts';

/** A DAT's newest history lines, newest first, `datHistories/{datId}`. */
export interface StoredHistory {
  readonly lines: readonly HistoryLine[];
}

const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const nameOrNull = (value: unknown): string | null =>
  typeof value === 'string' ? readLine(value) : null;

function readHistoryLine(value: unknown): HistoryLine[] {
  if (!isRecord(value)) return [];
  const at = readMillis(value.at);
  const kind = datEventKinds.find((each) => each === value.kind);
  if (at === undefined || !kind) return [];
  const reason = readLine(value.reason);
  const [from, to] = [nameOrNull(value.from), nameOrNull(value.to)];
  const [edition, priceCents] = [numberOrNull(value.edition), numberOrNull(value.priceCents)];
  return [{ at, kind, edition, priceCents, from, to, ...(reason === '' ? {} : { reason }) }];
}

/** Reads a document of `datHistories`; lines of unknown kinds are left out. */
export const readDatHistory = (value: unknown): HistoryLine[] =>
  isRecord(value) ? readList(value.lines).flatMap(readHistoryLine) : [];
