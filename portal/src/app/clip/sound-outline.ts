import { inBlocks, type ReadBytes } from '@datchain/shared/domain/readable-file.ts';
import { decodePart } from '@datchain/shared/domain/recording/decode-recording.ts';
import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import { readableBlob } from '../../lib/files/readable-blob.ts';

/** Columns of an outline, and the height that the loudest has. */
const COLUMNS = 106;
const HEIGHT = 48;

/** What of a column is looked at: a file of 200 MB is not decoded for a picture. */
const LOOKS = 4;
const FRAMES_A_LOOK = 1_024;

/** A WAV is read at each place; frames of a FLAC are looked for, in blocks. */
function readerOf(file: Blob, { format }: Recording): ReadBytes {
  const readable = readableBlob(file);
  return format === 'FLAC' ? inBlocks(readable) : (from, to) => readable.bytes(from, to - from);
}

/** How loud a recording is in one column. */
async function powerOf(read: ReadBytes, recording: Recording, column: number): Promise<number> {
  let [sum, count] = [0, 0];
  for (let look = 0; look < LOOKS; look++) {
    const first = Math.floor(((column + look / LOOKS) / COLUMNS) * recording.frames);
    const end = Math.min(first + FRAMES_A_LOOK, recording.frames);
    for (const samples of (await decodePart(read, recording, first, end)) ?? []) {
      for (const sample of samples) sum += sample * sample;
      count += samples.length;
    }
  }
  return count > 0 ? Math.sqrt(sum / count) : 0;
}

/** Lets the page draw and answer. */
const nextTask = () => new Promise((done) => setTimeout(done));

/** The outline of a recording as a path for a box of 106 × 48. */
export async function outlineOf(file: Blob, recording: Recording): Promise<string> {
  const read = readerOf(file, recording);
  const powers: number[] = [];
  for (let column = 0; column < COLUMNS; column++) {
    powers.push(await powerOf(read, recording, column));
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
