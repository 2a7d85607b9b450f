import { longestPreview, type Original, type Preview, peakColumns } from '../../domain/preview.ts';
import { recordingFormats } from '../../domain/recording-formats.ts';
import { datOfSound } from '../../domain/sound-file.ts';
import { isRecord, readText } from '../tolerant.ts';

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function readOriginal(value: unknown): Original | undefined {
  if (!isRecord(value)) return undefined;
  const { bytes } = value;
  const format = recordingFormats.find((each) => each === value.format);
  return format && isCount(bytes) ? { bytes, format } : undefined;
}

/** Reads a stored preview; undefined for one that no page could play. */
export function readPreview(value: unknown): Preview | undefined {
  if (!isRecord(value)) return undefined;
  const { bytes, seconds, start, songSeconds } = value;
  const [file, peaks] = [readText(value.file), readText(value.peaks)];
  if (!datOfSound(file)) return undefined;
  if (!isCount(bytes) || !isCount(start)) return undefined;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= longestPreview)) return undefined;
  if (typeof songSeconds !== 'number' || !(songSeconds >= start + seconds)) return undefined;
  if (!new RegExp(`^[1-9a-z]{${peakColumns}}$`).test(peaks)) return undefined;
  const original = readOriginal(value.original);
  return { file, bytes, seconds, start, songSeconds, peaks, ...(original ? { original } : {}) };
}
