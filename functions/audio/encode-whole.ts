import type { ReadableFile } from '@datchain/shared/domain/readable-file.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import type { MetadataTags } from 'mediabunny';
import { encodeParts } from './encode-mp3.ts';
import { mp3Seconds } from './mp3-seconds.ts';
import { openRecording, type Recording, type Sound } from './recording.ts';

const BITRATE = 192_000;
const WINDOW_SECONDS = 30;
/** Allows for the frames that an encoder adds at both ends, and for the rounding of headers. */
const MAX_DEVIATION_SECONDS = 0.3;

export interface WholeMp3 {
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

async function* decodeWindows(
  recording: Recording,
  onDamage: (refusal: Refusal) => void,
): AsyncGenerator<Sound> {
  for (let from = 0; from < recording.seconds; from += WINDOW_SECONDS) {
    const sound = await recording.part(from, Math.min(WINDOW_SECONDS, recording.seconds - from));
    if (isRefusal(sound)) return onDamage(sound);
    yield sound;
  }
}

/**
 * Encodes a whole recording at its own loudness (N-SND-07). Memory holds one window and the MP3:
 * 1.4 MB per minute.
 *
 * @returns a refusal that says what is wrong with the recording: its beginning, its end and its
 * preview may be intact while another part is damaged
 */
export async function encodeWhole(
  file: ReadableFile,
  tags: MetadataTags,
): Promise<WholeMp3 | Refusal> {
  const recording = await openRecording(file);
  if (isRefusal(recording)) return recording;
  let damage: Refusal | undefined;
  const windows = decodeWindows(recording, (refusal) => {
    damage = refusal;
  });
  const bytes = await encodeParts(windows, recording, { bitrate: BITRATE, tags });
  if (damage) return damage;
  const seconds = mp3Seconds(bytes);
  if (!seconds || Math.abs(seconds - recording.seconds) > MAX_DEVIATION_SECONDS) {
    throw new Error(`The encoder made ${seconds} seconds of ${recording.seconds}`);
  }
  return { bytes, seconds: recording.seconds };
}
