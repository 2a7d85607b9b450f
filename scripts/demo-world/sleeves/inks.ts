/** The inks of the house, as printed. Cobalt is not among them: it belongs to the screens. */
export const INKS = {
  cream: '#EADFC3',
  paper: '#F3EFE6',
  black: '#161514',
  vermilion: '#E2452C',
  ochre: '#E3A62B',
  bottle: '#16463A',
  rose: '#EEA9AE',
  sky: '#A3C9DC',
  plum: '#47203C',
  teal: '#20787A',
  lilac: '#B7A8D8',
  navy: '#18233F',
  grey: '#BEBDB6',
} as const;

export type Ink = keyof typeof INKS;

/** The inks of one sleeve: at most four different ones. */
export interface InkSet {
  ground: Ink;
  /** The artist and the title; readable on the ground. */
  type: Ink;
  /** What the recipe draws with, in the recipe's own order. */
  shapes: readonly [Ink, Ink, Ink];
}

/**
 * `ground type first second third`, as in `inks('rose navy navy ochre rose')`. Throws on more than
 * four different inks.
 */
export function inks(names: string): InkSet {
  const [ground, type, ...shapes] = names.split(' ') as [Ink, Ink, Ink, Ink, Ink];
  if (new Set(names.split(' ')).size > 4) throw new Error(`More than four inks: ${names}.`);
  return { ground, type, shapes: [shapes[0], shapes[1], shapes[2]] };
}
