import { inBlocks, type ReadBytes } from '@datchain/shared/domain/readable-file.ts';
import { decodePart } from '@datchain/shared/domain/recording/decode-recording.ts';
import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import { readableBlob } from '../../lib/files/readable-blob.ts';

const COLUMNS = 106;
const HEIGHT = 48;

/** Only parts of a column are decoded: a file can have 200 MB. */
const PROBES_PER_COLUMN = 4;
const FRAMES_PER_PROBE = 1_024;

/** Returns a reader: direct for WAV, in blocks for FLAC, whose frames must be searched for. */
function openReader(file: Blob, { format }: Recording): ReadBytes {
  const readable = readableBlob(file);
  return format === 'FLAC' ? inBlocks(readable) : (from, to) => readable.bytes(from, to - from);
}

async function measurePower(
  read: ReadBytes,
  recording: Recording,
  column: number,
): Promise<number> {
  let [sum, count] = [0, 0];
  for (let probe = 0; probe < PROBES_PER_COLUMN; probe++) {
    const first = Math.floor(((column + probe / PROBES_PER_COLUMN) / COLUMNS) * recording.frames);
    const end = Math.min(first + FRAMES_PER_PROBE, recording.frames);
    for (const samples of (await decodePart(read, recording, first, end)) ?? []) {
      for (const sample of samples) sum += sample * sample;
      count += samples.length;
    }
  }
  return count > 0 ? Math.sqrt(sum / count) : 0;
}

const nextTask = () => new Promise((done) => setTimeout(done));

/** Returns the outline of a recording as an SVG path for a box of 106 × 48. */
export async function drawSoundOutline(file: Blob, recording: Recording): Promise<string> {
  const read = openReader(file, recording);
  const powers: number[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    powers.push(await measurePower(read, recording, column));
    await nextTask();
  }
  const most = Math.max(...powers) || 1;
  return powers
    .map((power, column) => {
      const half = Math.max(0.5, (power / most) * (HEIGHT / 2));
      return `M${column + 0.5} ${(HEIGHT / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}
