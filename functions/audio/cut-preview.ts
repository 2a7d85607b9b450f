import { createHash } from 'node:crypto';
import {
  longestPreview,
  type Preview,
  peakColumns,
  previewWindow,
} from '@datchain/shared/domain/preview.ts';
import type { ReadableFile } from '@datchain/shared/domain/readable-file.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { soundFile } from '@datchain/shared/domain/sound-file.ts';
import type { MetadataTags } from 'mediabunny';
import { encodeMp3 } from './encode-mp3.ts';
import { loudness, removeUltrasound } from './loudness.ts';
import { mp3Seconds } from './mp3-seconds.ts';
import { openRecording, type Recording, type Sound } from './recording.ts';

const BITRATE = 128_000;
const [FADE_IN, FADE_OUT] = [0.05, 1.5];
/** Loudness and peak of every preview, in LUFS and dBFS, and the maximum gain, in dB. */
const [TARGET_LOUDNESS, TARGET_PEAK, MAX_GAIN] = [-14, -1.5, 12];
const SILENCE = -50;
/** Seconds that an encoder may add: a frame of its own in front and a filled last frame. */
const ENCODER_SECONDS = 0.2;

const refuseSilentPart = () =>
  refuse('invalid-argument', 'The preview would be silent. Choose another beginning.');

const refuseSilentWork = () =>
  refuse(
    'invalid-argument',
    'Audio is silent from beginning to end, or too quiet to be heard. Export it again.',
  );

function mastered({ channels, sampleRate }: Sound, gain: number): Sound {
  const length = channels[0]?.length ?? 0;
  const [rise, fall] = [FADE_IN * sampleRate, FADE_OUT * sampleRate];
  return {
    sampleRate,
    channels: channels.map((samples) =>
      samples.map(
        (sample, index) => sample * gain * Math.min(1, index / rise, (length - 1 - index) / fall),
      ),
    ),
  };
}

/**
 * Tells whether a sound is still loud enough without the frequencies that neither ears nor MP3
 * keep. The fade-in removes the click of a sound that begins at once.
 */
function isHeard(sound: Sound): boolean {
  const { channels, sampleRate } = mastered(sound, 1);
  removeUltrasound(channels, sampleRate);
  return loudness(channels, sampleRate) >= SILENCE;
}

/** Returns the gain factor that brings a sound to the target loudness; undefined for a silent one. */
function gainFor(sound: Sound): number | undefined {
  const { channels, sampleRate } = sound;
  const loud = loudness(channels, sampleRate);
  if (loud < SILENCE || !isHeard(sound)) return undefined;
  const peak = channels.reduce(
    (most, samples) => samples.reduce((high, sample) => Math.max(high, Math.abs(sample)), most),
    0,
  );
  const peakDb = 20 * Math.log10(peak);
  return 10 ** (Math.min(TARGET_LOUDNESS - loud, TARGET_PEAK - peakDb, MAX_GAIN) / 20);
}

/**
 * Decodes a part of a recording and removes each channel's DC offset, which is inaudible but takes
 * headroom.
 */
async function centredPart(
  recording: Recording,
  from: number,
  seconds: number,
): Promise<Sound | Refusal> {
  const part = await recording.part(from, seconds);
  if (isRefusal(part)) return part;
  const channels = part.channels.map((samples) => {
    const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
    return samples.map((sample) => sample - mean);
  });
  return { ...part, channels };
}

/**
 * The limit of samples, over all channels, that are searched for sound: seven minutes of a CD. A
 * call has a minute, and each half minute of the densest recordings takes several seconds.
 */
const MAX_SEARCHED_SAMPLES = 40_000_000;

/**
 * Searches a recording whose preview is silent for sound; in a long one, only evenly spread parts.
 *
 * @returns a refusal when every part is silent or one is damaged; undefined when sound was found or
 * parts were left out
 */
async function refuseSilent(recording: Recording): Promise<Refusal | undefined> {
  const { seconds, sampleRate, channels } = recording;
  const parts = Math.ceil(seconds / longestPreview);
  const affordable = Math.floor(MAX_SEARCHED_SAMPLES / (longestPreview * sampleRate * channels));
  const searched = Math.min(parts, affordable);
  for (let count = 0; count < searched; count++) {
    const from = Math.floor((count * parts) / searched) * longestPreview;
    const sound = await centredPart(recording, from, longestPreview);
    if (isRefusal(sound)) return sound;
    if (gainFor(sound) !== undefined) return undefined;
  }
  return searched < parts ? undefined : refuseSilentWork();
}

/** Returns the power of each column relative to the loudest, as base-36 digits from 1 to z. */
export function measurePeaks({ channels }: Sound): string {
  const length = channels[0]?.length ?? 0;
  const columns = Array.from({ length: peakColumns }, (_, column) => {
    const [from, to] = [column, column + 1].map((n) => Math.floor((n * length) / peakColumns));
    let sum = 0;
    for (const samples of channels) {
      for (const sample of samples.subarray(from, to)) sum += sample * sample;
    }
    return Math.sqrt(sum);
  });
  const most = Math.max(...columns);
  return columns.map((power) => Math.max(1, Math.round((power / most) * 35)).toString(36)).join('');
}

export interface CutPreview {
  readonly preview: Preview;
  readonly bytes: Uint8Array;
}

/**
 * Cuts the preview out of a recording (N-SND-08).
 *
 * @param start in whole seconds; undefined lets the server choose
 * @returns a refusal that says what is wrong with the recording or the beginning
 */
export async function cutPreview(
  file: ReadableFile,
  { datId, start, tags }: { datId: string; start: number | undefined; tags: MetadataTags },
): Promise<CutPreview | Refusal> {
  const recording = await openRecording(file);
  if (isRefusal(recording)) return recording;
  const window = previewWindow(recording.seconds, start);
  if (isRefusal(window)) return window;
  const sound = await centredPart(recording, window.start, window.seconds);
  if (isRefusal(sound)) return sound;
  const gain = gainFor(sound);
  if (gain === undefined) return (await refuseSilent(recording)) ?? refuseSilentPart();
  const heard = mastered(sound, gain);
  const bytes = await encodeMp3(heard, { bitrate: BITRATE, tags });
  const seconds = mp3Seconds(bytes);
  if (!seconds || seconds > longestPreview + ENCODER_SECONDS) {
    throw new Error(`The encoder made ${seconds} seconds of ${window.seconds}`);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  const preview = {
    file: soundFile(datId, hash),
    bytes: bytes.length,
    seconds: window.seconds,
    start: window.start,
    // Rounded up: the preview of a short work may end where the work does.
    songSeconds: Math.ceil(recording.seconds * 10) / 10,
    peaks: measurePeaks(heard),
    original: { bytes: file.size, format: recording.format },
  };
  return { preview, bytes };
}
