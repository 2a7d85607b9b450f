import type { Note, Voice } from './compose.ts';

type Instrument = (note: Note, sampleRate: number) => Float32Array;

const TURN = 2 * Math.PI;

function shaped(
  { seconds, level }: Note,
  sampleRate: number,
  { attack, release, decay }: { attack: number; release: number; decay: number },
  wave: (seconds: number) => number,
): Float32Array {
  const samples = new Float32Array(Math.ceil((seconds + release) * sampleRate));
  for (let index = 0; index < samples.length; index++) {
    const at = index / sampleRate;
    const rise = Math.min(1, at / attack);
    const fall = at < seconds ? 1 : Math.max(0, 1 - (at - seconds) / release);
    samples[index] = level * rise * fall * Math.exp(-at * decay) * wave(at);
  }
  return samples;
}

function noise(length: number): Float32Array {
  const samples = new Float32Array(length);
  let state = 22_222;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    samples[index] = state / 0x3fff_ffff - 1;
  }
  return samples;
}

/** Makes a plucked string (Karplus-Strong): noise in a loop of the string's length, low-pass filtered. */
function plucked({ hertz, seconds, level }: Note, sampleRate: number): Float32Array {
  const loop = Math.max(2, Math.round(sampleRate / hertz));
  const samples = new Float32Array(Math.ceil((seconds + 0.4) * sampleRate));
  samples.set(noise(loop).subarray(0, Math.min(loop, samples.length)));
  for (let index = loop; index < samples.length; index++) {
    const [one = 0, other = 0] = [samples[index - loop], samples[index - loop + 1]];
    samples[index] = (one + other) * 0.498;
  }
  const end = seconds * sampleRate;
  return samples.map(
    (sample, index) =>
      sample * level * Math.min(1, Math.max(0, 1 - (index - end) / (0.4 * sampleRate))),
  );
}

const instruments: Readonly<Record<Voice, Instrument>> = {
  pad: (note, rate) =>
    shaped(note, rate, { attack: 0.35, release: 0.6, decay: 0.1 }, (at) => {
      const turn = TURN * note.hertz * at;
      return (Math.sin(turn) + Math.sin(turn * 1.004) + 0.4 * Math.sin(turn * 2.003)) / 2.4;
    }),
  keys: (note, rate) =>
    shaped(note, rate, { attack: 0.005, release: 0.3, decay: 1.4 }, (at) => {
      const turn = TURN * note.hertz * at;
      return Math.sin(turn + 1.2 * Math.exp(-at * 3) * Math.sin(turn * 2));
    }),
  string: plucked,
  bass: (note, rate) =>
    shaped(note, rate, { attack: 0.01, release: 0.08, decay: 0.8 }, (at) => {
      const turn = TURN * note.hertz * at;
      return Math.sin(turn) + 0.3 * Math.sin(turn * 2) + 0.12 * Math.sin(turn * 3);
    }),
  lead: (note, rate) =>
    shaped(note, rate, { attack: 0.04, release: 0.15, decay: 0.4 }, (at) => {
      const turn = TURN * note.hertz * at + 0.06 * Math.sin(TURN * 5 * at);
      return 0.8 * Math.sin(turn) + 0.25 * Math.sin(turn * 2) + 0.12 * Math.sin(turn * 3);
    }),
  bell: (note, rate) =>
    shaped(note, rate, { attack: 0.003, release: 0.8, decay: 2.2 }, (at) => {
      const turn = TURN * note.hertz * at;
      return Math.sin(turn + 1.6 * Math.exp(-at * 4) * Math.sin(turn * 3.5));
    }),
  kick: (note, rate) =>
    shaped(note, rate, { attack: 0.002, release: 0.05, decay: 9 }, (at) =>
      Math.sin(TURN * (48 * at + (90 / 28) * (1 - Math.exp(-at * 28)))),
    ),
  snare: (note, rate) => {
    const hiss = noise(rate);
    return shaped(note, rate, { attack: 0.001, release: 0.05, decay: 18 }, (at) => {
      return 0.7 * (hiss[Math.floor(at * rate)] ?? 0) + 0.5 * Math.sin(TURN * 185 * at);
    });
  },
  hat: (note, rate) => {
    const hiss = noise(rate);
    return shaped(note, rate, { attack: 0.001, release: 0.02, decay: 55 }, (at) => {
      const index = Math.floor(at * rate);
      return (hiss[index] ?? 0) - (hiss[index - 1] ?? 0);
    });
  },
};

export const play = (note: Note, sampleRate: number): Float32Array =>
  instruments[note.voice](note, sampleRate);
