import { readIsrc } from './isrc.ts';
import { checkReading, cleanLine } from './public-text.ts';

export const rightsLineLength = 120;

const typedSign = /^(?:[℗©ⓟⓒ]|\((?:p|c)\))\s*/iu;

/** A ℗ or © line as it is stored: a year and a name, without a sign. @returns undefined for another form */
export function readRightsLine(text: string): string | undefined {
  const line = cleanLine(text).replace(typedSign, '');
  if (line.length > rightsLineLength) return undefined;
  return /^(?:1[89]|20)\d\d .*[\p{L}\p{N}]/u.test(line) ? line : undefined;
}

/**
 * How each text among the facts is read, in the order of forms. A fact that is added here and in
 * `factWords` is in forms, calls, documents and on pages; the public data wants its description
 * (shared/contracts/public-export.ts).
 */
const readers = {
  /** 12 characters; no other work has it. */
  isrc: readIsrc,
  /** Whose the recording is: a year and a name, without the sign ℗. */
  pLine: readRightsLine,
  /** Whose artwork and text are: the same, without the sign ©. */
  cLine: readRightsLine,
} as const satisfies Readonly<Record<string, (text: string) => string | undefined>>;

export type TextFact = keyof typeof readers;

/** What the releaser of a work states about its recording; facts not stated are missing (N-FCT-01). */
export type RecordingFacts = { readonly [Fact in TextFact]?: string } & {
  readonly isExplicit?: true;
};

/** The facts in a form: texts as typed, empty if nothing is stated. */
export type TypedFacts = { readonly [Fact in TextFact]: string } & { readonly isExplicit: boolean };

interface FactWords {
  readonly name: string;
  /** What stands in front of it on pages and in the history; its name, unless it has a sign. */
  readonly sign?: string;
  /** A line that says whose something is; such lines stand together. */
  readonly isRights?: true;
  readonly longest: number;
  readonly sentence: string;
}

export const factWords: Readonly<Record<TextFact, FactWords>> = {
  isrc: {
    name: 'ISRC',
    // Its 12 characters, with hyphens or spaces.
    longest: 20,
    sentence: 'An ISRC has 12 characters, such as GBXNQ2600417.',
  },
  pLine: {
    ...{ name: '℗ line', sign: '℗', isRights: true, longest: rightsLineLength },
    sentence: 'The ℗ line has a year and a name, such as 2026 North Quay Records.',
  },
  cLine: {
    ...{ name: '© line', sign: '©', isRights: true, longest: rightsLineLength },
    sentence: 'The © line has a year and a name, such as 2026 North Quay Records.',
  },
};

export const textFacts = Object.keys(readers) as readonly TextFact[];

const isRights = (fact: TextFact): boolean => factWords[fact].isRights === true;

/** The lines that say whose something is. */
export const rightsFacts = (): TextFact[] => textFacts.filter(isRights);

/** All other texts, such as the ISRC. */
export const codeFacts = (): TextFact[] => textFacts.filter((fact) => !isRights(fact));

/** A value for each text among the facts, in their order. */
export const byFact = <T>(make: (fact: TextFact) => T): Record<TextFact, T> =>
  Object.fromEntries(textFacts.map((fact) => [fact, make(fact)])) as Record<TextFact, T>;

/** A fact as it is stored; undefined for a text of another form. */
export const readFact = (fact: TextFact, text: string): string | undefined => readers[fact](text);

/** Why a typed fact cannot be sent; undefined for one that can, or is empty. */
export function checkFact(fact: TextFact, typed: string): string | undefined {
  if (cleanLine(typed) === '') return undefined;
  return checkReading(typed) ?? (readFact(fact, typed) ? undefined : factWords[fact].sentence);
}

/** The typed facts that cannot be sent, in form order. */
export const wrongFacts = (typed: TypedFacts): TextFact[] =>
  textFacts.filter((fact) => checkFact(fact, typed[fact]));

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
export const typedFacts = (facts: RecordingFacts): TypedFacts => ({
  ...byFact((fact) => facts[fact] ?? ''),
  isExplicit: facts.isExplicit === true,
});

export const noTypedFacts: TypedFacts = typedFacts({});

export const hasFacts = (facts: RecordingFacts): boolean => Object.keys(facts).length > 0;

export const sameFacts = (one: RecordingFacts, other: RecordingFacts): boolean =>
  one.isExplicit === other.isExplicit && textFacts.every((fact) => one[fact] === other[fact]);

const signOf = (fact: TextFact): string => factWords[fact].sign ?? factWords[fact].name;

const linesOf = (facts: RecordingFacts, wanted: readonly TextFact[]): string[] =>
  wanted.flatMap((fact) => (facts[fact] ? [`${signOf(fact)} ${facts[fact]}`] : []));

/** The ℗ and © lines as people read them, each with its sign. */
export const rightsLines = (facts: RecordingFacts): string[] => linesOf(facts, rightsFacts());

/** The other texts as people read them: 'ISRC QZ…'. */
export const codeLines = (facts: RecordingFacts): string[] => linesOf(facts, codeFacts());

/** What changed, as everyone reads it in the history: 'ISRC QZ…, before none'. Empty when nothing did. */
export function factsChangeText(was: RecordingFacts, now: RecordingFacts): string {
  const texts = textFacts
    .filter((fact) => was[fact] !== now[fact])
    .map((fact) => `${signOf(fact)} ${now[fact] ?? 'none'}, before ${was[fact] ?? 'none'}`);
  const isExplicitChanged = was.isExplicit !== now.isExplicit;
  const explicit = isExplicitChanged ? [now.isExplicit ? 'Explicit' : 'No longer explicit'] : [];
  return [...texts, ...explicit].join('; ');
}
