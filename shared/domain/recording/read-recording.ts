import { inBlocks, type ReadableFile, type ReadBytes } from '../readable-file.ts';
import type { Refusal } from '../refusal.ts';
import { type Flac, readFlac } from './flac.ts';
import { noRecording, noRecordingButOgg } from './sentences.ts';
import { readWav, type Wav, wavKinds } from './wav.ts';

export type Recording = Wav | Flac;

/** How long a recording is, in seconds. */
export const secondsOf = ({ frames, sampleRate }: Recording): number => frames / sampleRate;

const TAG_HEADER_BYTES = 10;
/** Programs that tag a file twice put one tag before the other. */
const MOST_TAGS = 8;

/** Where a file begins behind its ID3 tags, which programs for MP3 put in front of anything. */
async function behindTags(read: ReadBytes): Promise<number> {
  let at = 0;
  for (let count = 0; count < MOST_TAGS; count++) {
    const [i, d, three, , , flags = 0, ...size] = await read(at, at + TAG_HEADER_BYTES);
    if (i !== 0x49 || d !== 0x44 || three !== 0x33) break;
    const hasFooter = (flags & 0x10) !== 0;
    at += size.reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    at += hasFooter ? 2 * TAG_HEADER_BYTES : TAG_HEADER_BYTES;
  }
  return at;
}

/**
 * Reads a recording and checks that it can be released (N-INP-09): its format, channels, rate, depth
 * and length, and that the file holds all that its header says. Of a FLAC and of a WAV in floating
 * point that is the whole file, of another WAV only its header.
 *
 * @returns a refusal with a sentence that is true of this file
 * @throws what reading throws
 */
export async function readRecording(file: ReadableFile): Promise<Recording | Refusal> {
  const read = inBlocks(file);
  const start = await behindTags(read);
  const found = (await readWav(read, file.size, start)) ?? (await readFlac(read, file.size, start));
  if (found) return found;
  return (await kindAt(read, start)) === 'OggS' ? noRecordingButOgg() : noRecording();
}

/** The four letters with which a file begins. */
const kindAt = async (read: ReadBytes, start: number): Promise<string> =>
  String.fromCharCode(...(await read(start, start + 4)));

/** The MIME type of a recording by its first bytes; undefined for anything else. */
export async function recordingType(file: ReadableFile): Promise<string | undefined> {
  const read = inBlocks(file);
  const start = await behindTags(read);
  const kind = await kindAt(read, start);
  if (kind === 'fLaC') return 'audio/flac';
  return wavKinds.includes(kind) ? 'audio/wav' : undefined;
}
