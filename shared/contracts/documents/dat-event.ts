import { type DatEvent, datEventKinds } from '../../domain/dat-events.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readMillis, readNumber, readText } from '../tolerant.ts';

/** Reads a document of `datEvents`; undefined for other values and unknown kinds. */
export function readDatEvent(value: unknown): DatEvent | undefined {
  if (!isRecord(value)) return undefined;
  const [datId, at] = [readText(value.datId), readMillis(value.at)];
  const kind = datEventKinds.find((each) => each === value.kind);
  if (datId === '' || at === undefined || !kind) return undefined;
  const reason = readLine(value.reason);
  return {
    datId,
    at,
    kind,
    edition: numberOrNull(value.edition),
    priceCents: numberOrNull(value.priceCents),
    fromUid: readText(value.fromUid) || null,
    toUid: readText(value.toUid) || null,
    version: readNumber(value.version, 1),
    ...(reason === '' ? {} : { reason }),
  };
}

const numberOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
