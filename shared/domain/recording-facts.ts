import { readIsrc } from './isrc.ts';
import { checkReading, cleanLine } from './public-text.ts';

export const rightsLineLength = 120;

const typedSign = /^(?:[℗©ⓟⓒ]|\((?:p|c)\))\s*/iu;

/** Reads a ℗ or © line as typed and returns a year and a name without the sign; undefined for another form. */
export function readRightsLine(text: string): string | undefined {
  const line = cleanLine(text).replace(typedSign, '');
  if (line.length > rightsLineLength) return undefined;
  return /^(?:1[89]|20)\d\d .*[\p{L}\p{N}]/u.test(line) ? line : undefined;
}

/**
 * The readers of the text facts, in the order of forms. A fact added here and in `factWords` reaches forms,
 * calls, documents and pages; the public data needs its description (shared/contracts/public-export.ts).
 */
const readers = {
  /** The ISRC, 12 characters, unique among works. */
  isrc: readIsrc,
  /** The owner of the recording: a year and a name, without the sign ℗. */
  pLine: readRightsLine,
  /** The owner of artwork and text: a year and a name, without the sign ©. */
  cLine: readRightsLine,
} as const satisfies Readonly<Record<string, (text: string) => string | undefined>>;

export type TextFact = keyof typeof readers;

/** The recording facts that a releaser states; unstated facts are missing (N-FCT-01). */
export type RecordingFacts = { readonly [Fact in TextFact]?: string } & {
  readonly isExplicit?: true;
};

/** The facts of a form: texts as typed, '' if nothing is stated. */
export type TypedFacts = { readonly [Fact in TextFact]: string } & { readonly isExplicit: boolean };

interface FactWords {
  readonly name: string;
  /** The prefix on pages and in the history, if it is not the name. */
  readonly sign?: string;
  readonly isRights?: true;
  readonly longest: number;
  readonly sentence: string;
}

export const factWords: Readonly<Record<TextFact, FactWords>> = {
  isrc: {
    name: 'ISRC',
    // An ISRC of 12 characters, with hyphens or spaces.
    longest: 20,
    sentence: 'An ISRC has 12 characters, such as GBXNQ2600417.',
  },
  pLine: {
    name: '℗ line',
    sign: '℗',
    isRights: true,
    longest: rightsLineLength,
    sentence: 'The ℗ line has a year and a name, such as 2026 North Quay Records.',
  },
  cLine: {
    name: '© line',
    sign: '©',
    isRights: true,
    longest: rightsLineLength,
    sentence: 'The © line has a year and a name, such as 2026 North Quay Records.',
  },
};

export const textFacts = Object.keys(readers) as readonly TextFact[];

const isRights = (fact: TextFact): boolean => factWords[fact].isRights === true;

export const rightsFacts = (): TextFact[] => textFacts.filter(isRights);

export const codeFacts = (): TextFact[] => textFacts.filter((fact) => !isRights(fact));

export const byFact = <T>(make: (fact: TextFact) => T): Record<TextFact, T> =>
  Object.fromEntries(textFacts.map((fact) => [fact, make(fact)])) as Record<TextFact, T>;

export const readFact = (fact: TextFact, text: string): string | undefined => readers[fact](text);

/** Returns the refusal of a typed fact; undefined if it is valid or empty. */
export function checkFact(fact: TextFact, typed: string): string | undefined {
  if (cleanLine(typed) === '') return undefined;
  return checkReading(typed) ?? (readFact(fact, typed) ? undefined : factWords[fact].sentence);
}

export const wrongFacts = (typed: TypedFacts): TextFact[] =>
  textFacts.filter((fact) => checkFact(fact, typed[fact]));

/** Reads the stated facts; empty and invalid ones are left out. */
export function readStatedFacts(
  typed: { readonly [Fact in keyof TypedFacts]?: unknown },
): RecordingFacts {
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

export const typedFacts = (facts: RecordingFacts): TypedFacts => ({
  ...byFact((fact) => facts[fact] ?? ''),
  isExplicit: facts.isExplicit === true,
});

export const noTypedFacts: TypedFacts = typedFacts({});

export const hasFacts = (facts: RecordingFacts): boolean => Object.keys(facts).length > 0;

export const sameFacts = (one: RecordingFacts, other: RecordingFacts): boolean =>
  one.isExplicit === other.isExplicit && textFacts.every((fact) => one[fact] === other[fact]);

const signOf = (fact: TextFact): string => factWords[fact].sign ?? factWords[fact].name;

const formatLines = (facts: RecordingFacts, wanted: readonly TextFact[]): string[] =>
  wanted.flatMap((fact) => (facts[fact] ? [`${signOf(fact)} ${facts[fact]}`] : []));

export const rightsLines = (facts: RecordingFacts): string[] => formatLines(facts, rightsFacts());

export const codeLines = (facts: RecordingFacts): string[] => formatLines(facts, codeFacts());

/** Describes a change of facts for the public history: 'ISRC QZ…, before none'. Empty if nothing changed. */
export function factsChangeText(was: RecordingFacts, now: RecordingFacts): string {
  const texts = textFacts
    .filter((fact) => was[fact] !== now[fact])
    .map((fact) => `${signOf(fact)} ${now[fact] ?? 'none'}, before ${was[fact] ?? 'none'}`);
  const isExplicitChanged = was.isExplicit !== now.isExplicit;
  const explicit = isExplicitChanged ? [now.isExplicit ? 'Explicit' : 'No longer explicit'] : [];
  return [...texts, ...explicit].join('; ');
}
