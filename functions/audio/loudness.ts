/**
 * Loudness by ITU-R BS.1770-4. Each channel passes a filter that weighs it like the ear. Its power
 * is taken over blocks of 400 ms, and blocks far below the rest are left out.
 */

/** A filter of the second order: the factors of its input (b) and of its previous output (a). */
interface Filter {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Returns the two filters of the standard for any rate. The standard itself gives them for 48 kHz only. */
function earFilters(sampleRate: number): [Filter, Filter] {
  const shelf = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const [quality, gain] = [0.7071752369554196, 10 ** (3.999843853973347 / 20)];
  const middle = gain ** 0.4996667741545416;
  const shelfSum = 1 + shelf / quality + shelf * shelf;
  const pass = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const passQuality = 0.5003270373238773;
  const passSum = 1 + pass / passQuality + pass * pass;
  return [
    {
      b: [
        (gain + (middle * shelf) / quality + shelf * shelf) / shelfSum,
        (2 * (shelf * shelf - gain)) / shelfSum,
        (gain - (middle * shelf) / quality + shelf * shelf) / shelfSum,
      ],
      a: [(2 * (shelf * shelf - 1)) / shelfSum, (1 - shelf / quality + shelf * shelf) / shelfSum],
    },
    {
      b: [1, -2, 1],
      a: [(2 * (pass * pass - 1)) / passSum, (1 - pass / passQuality + pass * pass) / passSum],
    },
  ];
}

type Samples = Float32Array | Float64Array;

function applyFilter<Out extends Samples>(samples: Samples, { b, a }: Filter, out: Out): Out {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let index = 0; index < samples.length; index++) {
    const x = samples[index] as number;
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    out[index] = y;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
  }
  return out;
}

/** The frequency in Hz above which an MP3 keeps nothing and most people hear nothing. */
const HIGHEST_HEARD = 15_000;
/** Half the order of the low-pass filter; each section takes 12 dB an octave. */
const SECTIONS = 10;

/** Removes inaudible high frequencies in place. A rate too low to hold them leaves the sound unchanged. */
export function removeUltrasound(channels: readonly Float32Array[], sampleRate: number): void {
  if (sampleRate < 2.1 * HIGHEST_HEARD) return;
  const edge = Math.tan((Math.PI * HIGHEST_HEARD) / sampleRate);
  for (let section = 0; section < SECTIONS; section++) {
    const damping = 2 * edge * Math.cos((Math.PI * (2 * section + 1)) / (4 * SECTIONS));
    const sum = 1 + damping + edge * edge;
    const gain = (edge * edge) / sum;
    const low: Filter = {
      b: [gain, 2 * gain, gain],
      a: [(2 * (edge * edge - 1)) / sum, (1 - damping + edge * edge) / sum],
    };
    for (const samples of channels) applyFilter(samples, low, samples);
  }
}

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the loudness of a sound in LUFS: -3.01 for a full-scale sine of 997 Hz on one channel,
 * minus infinity for silence.
 *
 * @param channels samples of each channel, full scale at ±1
 */
export function loudness(channels: readonly Float32Array[], sampleRate: number): number {
  const [shelf, pass] = earFilters(sampleRate);
  const weighted = channels.map((samples) => {
    const out = applyFilter(samples, shelf, new Float64Array(samples.length));
    return applyFilter(out, pass, out);
  });
  const [block, step] = [Math.round(sampleRate * 0.4), Math.round(sampleRate * 0.1)];
  const length = weighted[0]?.length ?? 0;
  const powers: number[] = [];
  for (let from = 0; from + block <= length; from += step) {
    let sum = 0;
    for (const samples of weighted) {
      for (let index = from; index < from + block; index++) sum += (samples[index] as number) ** 2;
    }
    powers.push(sum / block);
  }
  const heard = powers.filter((power) => loudnessOf(power) > -70);
  if (heard.length === 0) return Number.NEGATIVE_INFINITY;
  const floor = loudnessOf(mean(heard)) - 10;
  return loudnessOf(mean(heard.filter((power) => loudnessOf(power) > floor)));
}
