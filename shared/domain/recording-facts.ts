import { readIsrc } from './isrc.ts';
import { type Refusal, refuse } from './refusal.ts';
import { DAY_MILLIS } from './time.ts';
import type { Millis } from './units.ts';

/**
 * What the releaser of a work states about its recording; facts not stated are missing (N-FCT-01).
 */
export interface RecordingFacts {
  /** 12 characters; no other work has it. */
  readonly isrc?: string;
  readonly isExplicit?: true;
  /** Whose the recording is: a year and a name, without the sign ℗. */
  readonly pLine?: string;
  /** Whose artwork and text are: the same, without the sign ©. */
  readonly cLine?: string;
}

/** The facts in a form: texts as typed, empty if nothing is stated. */
export interface TypedFacts {
  readonly isrc: string;
  readonly isExplicit: boolean;
  readonly pLine: string;
  readonly cLine: string;
}

export const noTypedFacts: TypedFacts = { isrc: '', isExplicit: false, pLine: '', cLine: '' };

export type TextFact = Exclude<keyof RecordingFacts, 'isExplicit'>;

/** The most that can be typed for a ℗ or © line. */
export const rightsLineLength = 120;

/** The most that can be typed for an ISRC: its 12 characters, with hyphens or spaces. */
export const isrcLength = 20;

/** The sentence for a fact that is not in its format. */
export const factSentences: Readonly<Record<TextFact, string>> = {
  isrc: 'An ISRC has 12 characters, such as GBXNQ2600417.',
  pLine: 'The ℗ line has a year and a name, such as 2026 North Quay Records.',
  cLine: 'The © line has a year and a name, such as 2026 North Quay Records.',
};

const typedSign = /^(?:[℗©ⓟⓒ]|\((?:p|c)\))\s*/iu;

/**
 * A ℗ or © line as it is stored: a year and a name. A typed sign is removed, and runs of spaces
 * become one.
 *
 * @returns undefined for a text of another form
 */
export function readRightsLine(text: string): string | undefined {
  const tidy = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const line = tidy.replace(typedSign, '');
  if (line.length > rightsLineLength) return undefined;
  return /^(?:1[89]|20)\d\d .*[\p{L}\p{N}]/u.test(line) ? line : undefined;
}

const readers: Readonly<Record<TextFact, (text: string) => string | undefined>> = {
  isrc: readIsrc,
  pLine: readRightsLine,
  cLine: readRightsLine,
};

const textFacts = Object.keys(readers) as TextFact[];

/** A fact as it is stored; undefined for a text of another form. */
export const readFact = (fact: TextFact, text: string): string | undefined => readers[fact](text);

/** The typed facts that are not in their format, in form order. */
export const wrongFacts = (typed: TypedFacts): TextFact[] =>
  textFacts.filter((fact) => typed[fact].trim() !== '' && !readFact(fact, typed[fact]));

/** The stated facts; empty ones and those not in their format are left out. */
export function factsOf(typed: { readonly [Fact in keyof TypedFacts]?: unknown }): RecordingFacts {
  const said = textFacts.flatMap((fact) => {
    const value = typed[fact];
    const text = typeof value === 'string' ? readFact(fact, value) : undefined;
    return text === undefined ? [] : [[fact, text] as const];
  });
  return {
    ...Object.fromEntries(said),
    ...(typed.isExplicit === true ? { isExplicit: true } : {}),
  };
}

/** The initial facts of a form. */
export const typedFacts = ({ isrc = '', isExplicit, pLine = '', cLine = '' }: RecordingFacts) => ({
  ...{ isrc, pLine, cLine },
  isExplicit: isExplicit === true,
});

export const hasFacts = (facts: RecordingFacts): boolean => Object.keys(facts).length > 0;

export const sameFacts = (one: RecordingFacts, other: RecordingFacts): boolean =>
  one.isrc === other.isrc &&
  one.isExplicit === other.isExplicit &&
  one.pLine === other.pLine &&
  one.cLine === other.cLine;

/** The ℗ and © lines as people read them, each with its sign. */
export const rightsLines = ({ pLine, cLine }: RecordingFacts): string[] => [
  ...(pLine ? [`℗ ${pLine}`] : []),
  ...(cLine ? [`© ${cLine}`] : []),
];

const factNames = { isrc: 'ISRC', pLine: '℗', cLine: '©' } as const;

/**
 * What changed, as everyone reads it in the history of the work: 'ISRC QZ…, before none'. Empty
 * when nothing did.
 */
export function factsChangeText(was: RecordingFacts, now: RecordingFacts): string {
  const texts = textFacts
    .filter((fact) => was[fact] !== now[fact])
    .map((fact) => `${factNames[fact]} ${now[fact] ?? 'none'}, before ${was[fact] ?? 'none'}`);
  const isExplicitChanged = was.isExplicit !== now.isExplicit;
  const explicit = isExplicitChanged ? [now.isExplicit ? 'Explicit' : 'No longer explicit'] : [];
  return [...texts, ...explicit].join('; ');
}

/**
 * How often the facts of a work can be changed within a day: its history has to leave room for
 * sales.
 */
const CHANGES_A_DAY = 5;

/** Whether facts may be changed now, after these changes. */
export const mayChangeFacts = (changes: readonly { readonly at: Millis }[], now: Millis): boolean =>
  changes.filter(({ at }) => at > now - DAY_MILLIS).length < CHANGES_A_DAY;

export const tooManyChanges = (): Refusal =>
  refuse(
    'resource-exhausted',
    `The facts of a work can be changed ${CHANGES_A_DAY} times a day. Try again tomorrow.`,
  );
