import type { Sound } from '@datchain/functions/audio/recording.ts';
import type { Genre } from '../types.ts';
import { compose, type Note } from './compose.ts';
import { play } from './instruments.ts';

const PEAK = 0.85;
const ECHO_SECONDS = 0.29;
const ECHO_LEVEL = 0.22;

const keyOf = ({ voice, hertz, seconds, level }: Note): string =>
  `${voice} ${hertz} ${seconds} ${level}`;

/** Renders a demo song (N-SND-11) from sines and plucked noise; the same seed gives the same sound. */
export function render(
  seed: string,
  genre: Genre,
  { seconds, sampleRate }: { seconds: number; sampleRate: number },
): Sound {
  const length = Math.round(seconds * sampleRate);
  const [left, right] = [new Float32Array(length), new Float32Array(length)];
  const played = new Map<string, Float32Array>();
  for (const note of compose(seed, genre, seconds)) {
    const key = keyOf(note);
    const samples = played.get(key) ?? play(note, sampleRate);
    played.set(key, samples);
    const from = Math.round(note.at * sampleRate);
    const [onLeft, onRight] = [1 - Math.max(0, note.pan), 1 + Math.min(0, note.pan)];
    const count = Math.min(samples.length, length - from);
    for (let index = 0; index < count; index++) {
      const sample = samples[index] as number;
      left[from + index] = (left[from + index] as number) + sample * onLeft;
      right[from + index] = (right[from + index] as number) + sample * onRight;
    }
  }
  const channels = [left, right];
  for (const samples of channels) echo(samples, Math.round(ECHO_SECONDS * sampleRate));
  return levelled({ sampleRate, channels });
}

function echo(samples: Float32Array, delay: number): void {
  for (let index = delay; index < samples.length; index++) {
    samples[index] = (samples[index] as number) + ECHO_LEVEL * (samples[index - delay] as number);
  }
}

function levelled({ sampleRate, channels }: Sound): Sound {
  const soft = channels.map((samples) => samples.map((sample) => Math.tanh(sample * 0.9)));
  const peak = soft.reduce(
    (most, samples) => samples.reduce((high, sample) => Math.max(high, Math.abs(sample)), most),
    0,
  );
  return {
    sampleRate,
    channels: soft.map((samples) => samples.map((sample) => (sample / peak) * PEAK)),
  };
}
