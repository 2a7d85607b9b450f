import { inBlocks, type ReadableFile, type ReadBytes } from '../readable-file.ts';
import type { Refusal } from '../refusal.ts';
import { type Flac, readFlac } from './flac.ts';
import { noRecording, noRecordingButOgg } from './sentences.ts';
import { readWav, type Wav, wavKinds } from './wav.ts';

export type Recording = Wav | Flac;

export const secondsOf = ({ frames, sampleRate }: Recording): number => frames / sampleRate;

const TAG_HEADER_BYTES = 10;
/** The most ID3 tags to skip: programs that tag a file twice put one tag before the other. */
const MAX_TAGS = 8;

/** Returns the offset after a file's ID3 tags, which MP3 programs prepend to any file. */
async function behindTags(read: ReadBytes): Promise<number> {
  let at = 0;
  for (let count = 0; count < MAX_TAGS; count++) {
    const [i, d, three, , , flags = 0, ...size] = await read(at, at + TAG_HEADER_BYTES);
    if (i !== 0x49 || d !== 0x44 || three !== 0x33) break;
    const hasFooter = (flags & 0x10) !== 0;
    at += size.reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    at += hasFooter ? 2 * TAG_HEADER_BYTES : TAG_HEADER_BYTES;
  }
  return at;
}

/**
 * Reads a recording and checks that it can be released (N-INP-09): format, channels, rate, depth, length, and
 * that the file has everything its header states. It reads FLAC and floating-point WAV files in full, and only
 * the header of other WAV files.
 *
 * @returns a refusal with a sentence that is true of this file
 * @throws errors of reading the file
 */
export async function readRecording(file: ReadableFile): Promise<Recording | Refusal> {
  const read = inBlocks(file);
  const start = await behindTags(read);
  const found = (await readWav(read, file.size, start)) ?? (await readFlac(read, file.size, start));
  if (found) return found;
  return (await kindAt(read, start)) === 'OggS' ? noRecordingButOgg() : noRecording();
}

const kindAt = async (read: ReadBytes, start: number): Promise<string> =>
  String.fromCharCode(...(await read(start, start + 4)));

export async function recordingType(file: ReadableFile): Promise<string | undefined> {
  const read = inBlocks(file);
  const start = await behindTags(read);
  const kind = await kindAt(read, start);
  if (kind === 'fLaC') return 'audio/flac';
  return wavKinds.includes(kind) ? 'audio/wav' : undefined;
}
