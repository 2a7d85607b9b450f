import { BLOCK_BYTES, type ReadBytes } from '../readable-file.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { newSurvey, type SampleForm, scaledForm, surveySamples } from './pcm.ts';
import {
  checkForm,
  checkLength,
  compressedWav,
  cutOff,
  damaged,
  goesOn,
  MISSING_SECONDS,
  notNumbers,
  tooLarge,
  twoFormats,
  twoSounds,
  wrongDepth,
  wrongFrameSize,
} from './sentences.ts';

export interface Wav {
  readonly format: 'WAV';
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples of each channel. */
  readonly frames: number;
  /** The position of the sound in the file, in bytes. */
  readonly from: number;
  readonly to: number;
  readonly samples: SampleForm;
}

/** The kinds of WAV. RIFX is big-endian; RF64 and BW64 state large sizes in a chunk of their own. */
export const wavKinds: readonly string[] = ['RIFF', 'RIFX', 'RF64', 'BW64'];

const [PCM, FLOAT, EXTENSIBLE] = [1, 3, 0xfffe];

/** The size of a chunk whose real size is in `ds64` or unknown. */
const ELSEWHERE = 0xffff_ffff;

/** Says whether a size is a placeholder: programs that write into a pipe state about 2 or 4 GB. */
const isUnknownSize = (bytes: number): boolean =>
  (bytes >= 0x7ff0_0000 && bytes <= 0x8000_0000) ||
  (bytes >= 0xfff0_0000 && bytes <= ELSEWHERE) ||
  bytes >= 2 ** 63;

/** The most chunks to walk: no program writes as many, but a crafted file can have a million. */
const MAX_CHUNKS = 4_000;

/** The most bytes after the sound and its chunks: some programs leave a remnant. */
const MAX_REMNANT_BYTES = 4_096;

const TAG = /^(?:ID3|TAG|APET|LYRI)/;

const commonChunks = new Set([
  'fmt ',
  'data',
  'ds64',
  'LIST',
  'fact',
  'JUNK',
  'PAD ',
  'FLLR',
  'bext',
  'iXML',
  'axml',
  'cue ',
  'smpl',
  'inst',
  'PEAK',
  'id3 ',
  'ID3 ',
  'cart',
  'chna',
  'umid',
  '_PMX',
  'acid',
]);

interface Chunk {
  readonly id: string;
  readonly from: number;
  /** The size in bytes, by its header. */
  readonly size: number;
}

const textAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

class Chunks {
  readonly isBigEndian: boolean;
  readonly size: number;
  readonly #read: ReadBytes;
  #isFilled = false;

  constructor(read: ReadBytes, size: number, isBigEndian: boolean) {
    this.#read = read;
    this.size = size;
    this.isBigEndian = isBigEndian;
  }

  async view(from: number, count: number): Promise<DataView> {
    const bytes = await this.#read(from, from + count);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async at(at: number): Promise<Chunk | undefined> {
    const bytes = await this.#read(at, at + 8);
    const id = textAt(bytes, 0);
    if (bytes.length < 8 || !/^[ -~]{4}$/.test(id)) return undefined;
    const size = new DataView(bytes.buffer).getUint32(4, !this.isBigEndian);
    return { id, from: at + 8, size };
  }

  /** Returns the chunk after another. Chunks start at even offsets, which some programs forget. */
  async after({ from, size }: Chunk): Promise<Chunk | undefined> {
    const end = from + size;
    if (size % 2 === 0) return this.at(end);
    const found = [await this.at(end + 1), await this.at(end)].filter((one) => one !== undefined);
    const fits = (one: Chunk) => one.from + one.size <= this.size;
    // Read from one byte beside it, a chunk can look like another.
    return found.find(({ id }) => commonChunks.has(id)) ?? found.find(fits) ?? found[0];
  }

  /** Says whether a possible chunk is real: samples sometimes look like a chunk. */
  isReal({ id, from, size }: Chunk): boolean {
    return commonChunks.has(id) || from + size <= this.size;
  }

  async holdsWav({ from }: Chunk): Promise<boolean> {
    return textAt(await this.#read(from, from + 4), 0) === 'WAVE';
  }

  async hasOnlyTagOrZerosAt(at: number): Promise<boolean> {
    if (TAG.test(textAt(await this.#read(at, at + 4), 0))) return true;
    for (let from = at; from < this.size; from += BLOCK_BYTES) {
      const bytes = await this.#read(from, from + BLOCK_BYTES);
      if (bytes.some((byte) => byte !== 0)) return false;
    }
    return true;
  }

  /**
   * Says whether only chunks follow an offset, up to the end of the file. Call it with ascending offsets: a
   * success is cached.
   */
  async fillFrom(at: number): Promise<boolean> {
    this.#isFilled ||= await this.#reachesEnd(at);
    return this.#isFilled;
  }

  async #reachesEnd(at: number): Promise<boolean> {
    let chunk = await this.at(at);
    for (let count = 0; chunk && count < MAX_CHUNKS; count++) {
      const end = chunk.from + chunk.size;
      if (end === this.size || end + 1 === this.size) return true;
      if (end > this.size) return false;
      chunk = await this.after(chunk);
    }
    return at >= this.size;
  }
}

interface Format {
  readonly sampleRate: number;
  readonly channels: number;
  readonly samples: SampleForm;
  /** Whether the header gives each sample more bytes than its bits need. */
  readonly isWide: boolean;
}

async function readFormat(chunks: Chunks, { from, size }: Chunk): Promise<Format | Refusal> {
  const view = await chunks.view(from, Math.min(size, 40));
  if (view.byteLength < 16 || from + size > chunks.size) return damaged();
  const little = !chunks.isBigEndian;
  const [tag, channels, frameBytes, said] = [0, 2, 12, 14].map((at) => view.getUint16(at, little));
  const [sampleRate, byteRate] = [view.getUint32(4, little), view.getUint32(8, little)];
  const isLong = tag === EXTENSIBLE && view.byteLength >= 40;
  const own = isLong ? view.getUint16(24, little) : tag;
  const refused = checkForm({ sampleRate, channels: channels! });
  if (refused) return refused;
  if (own !== PCM && own !== FLOAT)
    return tag === EXTENSIBLE && !isLong ? damaged() : compressedWav();
  const least = Math.ceil(said! / 8);
  const real = frameBytes! / channels!;
  // A frame larger than its samples is trusted only if the header states it twice.
  const isReal = Number.isInteger(real) && real > least && sampleRate * frameBytes! === byteRate;
  const bytes = isReal ? real : least;
  const valid = isLong ? view.getUint16(18, little) : 0;
  const bits = valid > 0 && valid < said! ? valid : said!;
  const isTaken =
    own === FLOAT ? [4, 8].includes(bytes) && said === bytes * 8 : said! >= 8 && bytes <= 4;
  if (!isTaken) return wrongDepth();
  const kind = own === FLOAT ? 'float' : bytes === 1 ? 'unsigned' : 'signed';
  const samples = { kind, bytes, bits, isBigEndian: chunks.isBigEndian, scale: 1 } as const;
  return { sampleRate, channels: channels!, samples, isWide: isReal };
}

interface Sound {
  readonly from: number;
  readonly to: number;
  /** The size in bytes by the header; undefined if it is unknown. */
  readonly says: number | undefined;
}

/**
 * Returns the sound of a data chunk. A size of zero was never filled in, unless other chunks follow: a
 * recorder lost power, or the program wrote into a pipe.
 *
 * @param large the size in `ds64`
 */
async function readSound(
  chunks: Chunks,
  { from, size }: Chunk,
  large: number | undefined,
): Promise<Sound> {
  const says = size === ELSEWHERE ? (large ?? size) : size;
  const isUnknown = says === 0 ? !(await chunks.fillFrom(from)) : isUnknownSize(says);
  if (isUnknown) return { from, to: chunks.size, says: undefined };
  return { from, to: Math.min(from + says, chunks.size), says };
}

interface Parts {
  readonly format: Format | undefined;
  /** The data chunks with content, in order; an empty one if all are empty. */
  readonly sounds: readonly Sound[];
  readonly end: number;
}

/**
 * Reads the format and the sound of a file, chunk by chunk.
 *
 * @returns undefined if the file has no chunks
 */
async function readParts(chunks: Chunks, start: number): Promise<Parts | Refusal | undefined> {
  let format: Format | undefined;
  let large: number | undefined;
  let end = chunks.size;
  const sounds: Sound[] = [];
  let chunk = await chunks.at(start + 12);
  if (!chunk) return undefined;
  for (let count = 0; chunk && count < MAX_CHUNKS; count++) {
    let { size } = chunk;
    if (chunk.id === 'ds64') {
      const view = await chunks.view(chunk.from, 16);
      if (view.byteLength === 16) large = Number(view.getBigUint64(8, !chunks.isBigEndian));
    } else if (chunk.id === 'fmt ') {
      const read = await readFormat(chunks, chunk);
      if (format && JSON.stringify(read) !== JSON.stringify(format)) return twoFormats();
      if (isRefusal(read)) return read;
      format = read;
    } else if (chunk.id === 'data') {
      const sound = await readSound(chunks, chunk, large);
      sounds.push(sound);
      size = sound.says ?? chunks.size;
    } else if (wavKinds.includes(chunk.id) && (await chunks.holdsWav(chunk))) {
      return twoSounds();
    }
    const next = await chunks.after({ ...chunk, size });
    const isReal = next !== undefined && chunks.isReal(next);
    end = isReal ? chunks.size : chunk.from + size;
    chunk = isReal ? next : undefined;
  }
  const filled = sounds.filter(({ from, to }) => to > from);
  return { format, sounds: filled.length > 0 ? filled : sounds.slice(0, 1), end };
}

async function survey(read: ReadBytes, wav: Wav, isWide: boolean): Promise<Wav | Refusal> {
  const { samples, channels, sampleRate, from, to } = wav;
  const secondsAt = (sample: number) => Math.floor(sample / channels) / sampleRate;
  if (samples.kind !== 'float' && samples.bits === samples.bytes * 8) return wav;
  const seen = newSurvey();
  const step = BLOCK_BYTES - (BLOCK_BYTES % samples.bytes);
  for (let at = from; at < to; at += step) {
    surveySamples(seen, await read(at, Math.min(to, at + step)), samples);
    if (seen.notNumber !== undefined) return notNumbers(secondsAt(seen.notNumber));
    if (seen.tooLarge !== undefined) return tooLarge(secondsAt(seen.tooLarge));
  }
  const scaled = scaledForm(samples, seen);
  // Sound in the padding means that samples are narrower than the header states.
  if (isWide && seen.usesPadding && scaled.scale === 1) return wrongFrameSize();
  return { ...wav, samples: scaled };
}

/**
 * Reads a WAV and checks its header against its size and samples (N-INP-09). Chunks of any size and order are
 * skipped.
 *
 * @param start of the WAV, in bytes
 * @returns undefined if it is not a WAV
 */
export async function readWav(
  read: ReadBytes,
  size: number,
  start: number,
): Promise<Wav | Refusal | undefined> {
  const head = await read(start, start + 12);
  const kind = textAt(head, 0);
  if (!wavKinds.includes(kind) || textAt(head, 8) !== 'WAVE') return undefined;
  const chunks = new Chunks(read, size, kind === 'RIFX');
  const parts = await readParts(chunks, start);
  if (!parts || isRefusal(parts)) return parts;
  const { format, sounds, end } = parts;
  const [sound, second] = sounds;
  if (!format || !sound) return damaged();
  if (second) return twoSounds();
  const frameBytes = format.samples.bytes * format.channels;
  const secondsOf = (bytes: number) => bytes / frameBytes / format.sampleRate;
  const frames = Math.floor((sound.to - sound.from) / frameBytes);
  const seconds = frames / format.sampleRate;
  const says = sound.says === undefined ? seconds : secondsOf(sound.says);
  if (seconds < says - MISSING_SECONDS) return cutOff(seconds, says);
  const isMore = size - end > MAX_REMNANT_BYTES && secondsOf(size - end) > MISSING_SECONDS;
  if (isMore && !(await chunks.hasOnlyTagOrZerosAt(end))) return goesOn(seconds);
  const to = sound.from + frames * frameBytes;
  const { isWide, ...form } = format;
  const wav = { format: 'WAV', ...form, frames, from: sound.from, to } as const;
  const surveyed = await survey(read, wav, isWide);
  return isRefusal(surveyed) ? surveyed : (checkLength(seconds) ?? surveyed);
}
