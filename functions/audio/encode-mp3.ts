import type { AudioSampleSource, MetadataTags } from 'mediabunny';
import type { Sound } from './recording.ts';

type Media = typeof import('mediabunny');

let loading: Promise<Media> | undefined;

/**
 * Loads the media library with an MP3 encoder, which Node does not have. It loads at the first
 * recording: most processes never handle one and start faster without it.
 */
function media(): Promise<Media> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Media> {
  const [library, { registerMp3Encoder }] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/mp3-encoder'),
  ]);
  registerMp3Encoder();
  return library;
}

const CHUNK_FRAMES = 48_000;

/** Returns the MP3 sample rate of the recording's own family, so that resampling loses little. */
const rateFor = (sampleRate: number): number =>
  44_100 % sampleRate === 0 || sampleRate % 44_100 === 0 ? 44_100 : 48_000;

interface Encoding {
  /** Bits per second of stereo; mono gets half. */
  readonly bitrate: number;
  readonly sampleRate?: number;
  readonly tags?: MetadataTags;
}

interface Form {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Makes an MP3 of constant bitrate: the same bytes for the same sound. */
export function encodeMp3(sound: Sound, encoding: Encoding): Promise<Uint8Array> {
  const { sampleRate, channels } = sound;
  return encodeParts([sound], { sampleRate, channels: channels.length }, encoding);
}

/** Encodes a sound that comes in parts: only one part is in memory at a time. */
export async function encodeParts(
  parts: Iterable<Sound> | AsyncIterable<Sound>,
  { sampleRate, channels }: Form,
  { bitrate, sampleRate: target = rateFor(sampleRate), tags }: Encoding,
): Promise<Uint8Array> {
  const { AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } = await media();
  const made = new BufferTarget();
  const format = new Mp3OutputFormat({ xingHeader: false });
  const output = new Output({ format, target: made });
  const source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: channels === 1 ? bitrate / 2 : bitrate,
    transform: { sampleRate: target },
  });
  output.addAudioTrack(source);
  if (tags) output.setMetadataTags(tags);
  await output.start();
  let frames = 0;
  for await (const part of parts) {
    await addPart(source, part, frames);
    frames += part.channels[0]?.length ?? 0;
  }
  await output.finalize();
  if (!made.buffer) throw new Error('The encoder has made nothing.');
  return new Uint8Array(made.buffer);
}

/** @param before the number of frames added so far, which gives the timestamp */
async function addPart(
  source: AudioSampleSource,
  { sampleRate, channels }: Sound,
  before: number,
): Promise<void> {
  const { AudioSample } = await media();
  const length = channels[0]?.length ?? 0;
  for (let from = 0; from < length; from += CHUNK_FRAMES) {
    const frames = Math.min(CHUNK_FRAMES, length - from);
    const data = new Float32Array(frames * channels.length);
    channels.forEach((samples, index) => {
      data.set(samples.subarray(from, from + frames), index * frames);
    });
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: channels.length,
      sampleRate,
      timestamp: (before + from) / sampleRate,
    });
    await source.add(sample);
    sample.close();
  }
}
