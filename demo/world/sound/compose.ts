import { type Seeded, seeded } from '../seeded.ts';
import type { Genre } from '../types.ts';

export type Voice = 'pad' | 'keys' | 'string' | 'bass' | 'lead' | 'bell' | 'kick' | 'snare' | 'hat';

/** A note of a song: times in seconds, pitch in hertz, level from 0 to 1. */
export interface Note {
  readonly voice: Voice;
  readonly at: number;
  readonly seconds: number;
  readonly hertz: number;
  readonly level: number;
  /** The stereo position, from -1, left, to 1, right. */
  readonly pan: number;
}

interface Style {
  /** The range of tempo in beats a minute. */
  readonly tempo: readonly [number, number];
  /** The delay of every second half beat: 0 is even, 1/3 is jazz. */
  readonly swing: number;
  readonly isMinor: boolean;
  readonly chords: 'pad' | 'keys' | 'string';
  readonly manner: 'held' | 'beats' | 'broken' | 'offbeat';
  readonly tune: 'lead' | 'bell' | 'keys' | 'string';
  readonly bass: 'walking' | 'root' | 'pulse' | 'none';
  /** The strikes on the sixteen steps of a bar; undefined without drums. */
  readonly drums:
    | { readonly kick: string; readonly snare: string; readonly hat: string }
    | undefined;
}

const straight = { kick: 'x.......x.x.....', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' };
const dance = { kick: 'x...x...x...x...', snare: '....x.......x...', hat: '..x...x...x...x.' };
const slow = { kick: 'x.....x...x.....', snare: '....x.......x..x', hat: 'x.x.x.x.x.x.x.xx' };
const brushes = { kick: 'x...............', snare: '............x...', hat: 'x...x.x.x...x.x.' };
const clave = { kick: 'x.....x.x.....x.', snare: '...x..x....x....', hat: 'x.x.x.x.x.x.x.x.' };
const oneDrop = { kick: '........x.......', snare: '........x.......', hat: '..x...x...x...x.' };

const song: Style = {
  tempo: [88, 108],
  swing: 0,
  isMinor: false,
  chords: 'string',
  manner: 'broken',
  tune: 'lead',
  bass: 'root',
  drums: straight,
};

const styles: Readonly<Record<Genre, Style>> = {
  alternative: { ...song, isMinor: true, manner: 'beats', tune: 'bell' },
  blues: {
    ...song,
    tempo: [72, 90],
    swing: 0.33,
    chords: 'keys',
    manner: 'beats',
    bass: 'walking',
    drums: brushes,
  },
  classical: {
    ...song,
    tempo: [66, 80],
    chords: 'pad',
    manner: 'held',
    tune: 'keys',
    bass: 'none',
    drums: undefined,
  },
  country: { ...song, tempo: [92, 112], tune: 'string' },
  electronic_dance: {
    ...song,
    tempo: [116, 126],
    isMinor: true,
    chords: 'pad',
    manner: 'offbeat',
    tune: 'bell',
    bass: 'pulse',
    drums: dance,
  },
  folk: { ...song, tempo: [80, 98], tune: 'string', drums: undefined },
  hip_hop_rap: {
    ...song,
    tempo: [78, 92],
    swing: 0.12,
    isMinor: true,
    chords: 'keys',
    manner: 'held',
    tune: 'bell',
    drums: slow,
  },
  indie: { ...song, tempo: [98, 120], tune: 'bell' },
  jazz: {
    ...song,
    tempo: [96, 128],
    swing: 0.33,
    isMinor: true,
    chords: 'keys',
    manner: 'offbeat',
    tune: 'keys',
    bass: 'walking',
    drums: brushes,
  },
  latin: {
    ...song,
    tempo: [92, 106],
    isMinor: true,
    chords: 'keys',
    manner: 'broken',
    tune: 'string',
    bass: 'pulse',
    drums: clave,
  },
  metal: { ...song, tempo: [120, 140], isMinor: true, manner: 'beats', bass: 'pulse' },
  pop: { ...song, tempo: [100, 118], chords: 'keys', manner: 'beats', tune: 'lead', drums: dance },
  rnb_soul: {
    ...song,
    tempo: [70, 86],
    swing: 0.15,
    chords: 'keys',
    manner: 'held',
    tune: 'lead',
    drums: slow,
  },
  reggae: {
    ...song,
    tempo: [72, 84],
    chords: 'keys',
    manner: 'offbeat',
    tune: 'string',
    drums: oneDrop,
  },
  rock: { ...song, tempo: [108, 132], manner: 'beats' },
  world_international: { ...song, tempo: [84, 104], isMinor: true, tune: 'bell', drums: clave },
};

/** The steps of a scale in semitones. */
const scales = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] } as const;

const rounds = {
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 3, 0, 4],
    [0, 2, 3, 4],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 3, 5, 6],
    [0, 6, 5, 6],
    [0, 3, 6, 4],
  ],
} as const;

const hertz = (halfTones: number): number => 220 * 2 ** (halfTones / 12);

interface Draft {
  readonly style: Style;
  readonly chance: Seeded;
  /** The length of a beat in seconds. */
  readonly beat: number;
  readonly bars: number;
  readonly pitch: (step: number, octave?: number) => number;
  readonly root: (bar: number) => number;
  /** Returns the time of a sixteenth of a bar, in seconds. */
  readonly at: (bar: number, sixteenth: number) => number;
}

function drafted(seed: string, genre: Genre, seconds: number): Draft {
  const style = styles[genre];
  const chance = seeded(`sound ${seed}`);
  const beat = 60 / chance.between(...style.tempo);
  const mode = style.isMinor ? 'minor' : 'major';
  const key = chance.whole(-5, 6);
  const round = chance.pick<readonly number[]>(rounds[mode]);
  return {
    style,
    chance,
    beat,
    bars: Math.ceil(seconds / (4 * beat)),
    pitch: (step, octave = 0) => {
      const [turns, rest] = [Math.floor(step / 7), ((step % 7) + 7) % 7];
      return hertz(key + 12 * (octave + turns) + (scales[mode][rest] ?? 0));
    },
    root: (bar) => round[bar % round.length] ?? 0,
    at: (bar, sixteenth) => {
      const late = sixteenth % 4 === 2 ? style.swing / 2 : 0;
      return (bar * 4 + sixteenth / 4 + late) * beat;
    },
  };
}

const TRIAD = [0, 2, 4];

function writeChords(draft: Draft): Note[] {
  const { style, beat, pitch, root, at, bars } = draft;
  const note = (
    bar: number,
    sixteenth: number,
    step: number,
    beats: number,
    level: number,
  ): Note => ({
    voice: style.chords,
    at: at(bar, sixteenth),
    seconds: beats * beat,
    level,
    hertz: pitch(root(bar) + step),
    pan: (step - 2) * 0.2,
  });
  return Array.from({ length: bars }, (_, bar) => {
    if (style.manner === 'held') return TRIAD.map((step) => note(bar, 0, step, 4, 0.24));
    if (style.manner === 'beats') {
      return [0, 4, 8, 12].flatMap((on) => TRIAD.map((step) => note(bar, on, step, 0.9, 0.2)));
    }
    if (style.manner === 'offbeat') {
      return [2, 6, 10, 14].flatMap((on) => TRIAD.map((step) => note(bar, on, step, 0.4, 0.2)));
    }
    const order = [0, 2, 4, 7, 4, 2, 4, 2];
    return order.map((step, index) => note(bar, index * 2, step, 1.2, 0.3));
  }).flat();
}

function writeBass({ style, beat, pitch, root, at, bars }: Draft): Note[] {
  const note = (bar: number, sixteenth: number, step: number, beats: number): Note => ({
    voice: 'bass',
    at: at(bar, sixteenth),
    seconds: beats * beat,
    level: 0.5,
    pan: 0,
    hertz: pitch(root(bar) + step, -2),
  });
  const lines = {
    walking: [
      [0, 0],
      [4, 2],
      [8, 4],
      [12, 5],
    ],
    root: [
      [0, 0],
      [8, 4],
    ],
    pulse: [
      [0, 0],
      [2, 0],
      [4, 0],
      [6, 0],
      [8, 0],
      [10, 0],
      [12, 4],
      [14, 4],
    ],
    none: [],
  } as const;
  const line: readonly (readonly [number, number])[] = lines[style.bass];
  const beats = line.length > 0 ? (4 / line.length) * 0.9 : 0;
  return Array.from({ length: bars }, (_, bar) =>
    line.map(([on, step]) => note(bar, on, step, beats)),
  ).flat();
}

/** Writes a motif of two bars that repeats, and is answered a step lower. */
function writeTune({ style, chance, beat, pitch, root, at, bars }: Draft): Note[] {
  const places = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24].filter(() => chance.chance(0.55));
  let step = chance.pick([2, 4, 7]);
  const motif = places.map((place) => {
    step = Math.max(0, Math.min(9, step + chance.pick([-2, -1, -1, 1, 1, 2])));
    return { place, step, beats: chance.pick([0.5, 1, 1.5]) };
  });
  return Array.from({ length: Math.floor(bars / 2) }, (_, pair) =>
    motif.map(({ place, step: own, beats }): Note => {
      const bar = pair * 2 + Math.floor(place / 16);
      const answer = pair % 4 === 3 ? -1 : 0;
      return {
        voice: style.tune,
        at: at(bar, place % 16),
        seconds: beats * beat,
        level: 0.3,
        hertz: pitch(root(bar) + own + answer, 1),
        pan: 0.15,
      };
    }),
  ).flat();
}

function writeDrums({ style, at, bars }: Draft): Note[] {
  const { drums } = style;
  if (!drums) return [];
  const levels = { kick: 0.75, snare: 0.4, hat: 0.14 } as const;
  const strikes = (['kick', 'snare', 'hat'] as const).flatMap((voice) =>
    [...drums[voice]].flatMap((struck, sixteenth) =>
      struck === 'x' ? [{ voice, sixteenth }] : [],
    ),
  );
  return Array.from({ length: bars }, (_, bar) =>
    strikes.map(({ voice, sixteenth }): Note => {
      const pan = voice === 'hat' ? 0.3 : 0;
      return { voice, at: at(bar, sixteenth), seconds: 0.3, hertz: 0, level: levels[voice], pan };
    }),
  ).flat();
}

function arranged(parts: readonly (readonly Note[])[], { beat }: Draft): Note[] {
  const entrances = [0, 2, 4, 1];
  return parts.flatMap((notes, part) =>
    notes.filter(({ at }) => {
      const bar = Math.floor(at / (4 * beat));
      return bar >= (entrances[part] ?? 0) && !(part === 3 && bar % 8 === 7);
    }),
  );
}

export function compose(seed: string, genre: Genre, seconds: number): Note[] {
  const draft = drafted(seed, genre, seconds);
  const parts = [writeChords(draft), writeBass(draft), writeTune(draft), writeDrums(draft)];
  return arranged(parts, draft).filter(({ at }) => at < seconds);
}
