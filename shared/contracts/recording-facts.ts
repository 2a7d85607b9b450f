import * as v from 'valibot';
import { factSentences, readFact, type TextFact } from '../domain/recording-facts.ts';

/** More than any of them needs, so that no one sends a book. */
const LONGEST_TYPED = 300;

const textOf = (fact: TextFact, isEmptyFine: boolean) =>
  v.pipe(
    v.string(),
    v.maxLength(LONGEST_TYPED, factSentences[fact]),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      if (isEmptyFine && dataset.value.trim() === '') return '';
      const read = readFact(fact, dataset.value);
      if (read !== undefined) return read;
      addIssue({ message: factSentences[fact] });
      return NEVER;
    }),
  );

const isExplicit = v.boolean();

/** The facts of a recording in a release: each may be left out (N-FCT-01). */
export const optionalFacts = {
  isrc: v.optional(textOf('isrc', false)),
  isExplicit: v.optional(isExplicit),
  pLine: v.optional(textOf('pLine', false)),
  cLine: v.optional(textOf('cLine', false)),
} as const;

/** All of them: an empty text means that there is none. */
const allFacts = v.strictObject({
  isrc: textOf('isrc', true),
  isExplicit,
  pLine: textOf('pLine', true),
  cLine: textOf('cLine', true),
});

const notFound = 'There is no work of yours with this id.';

/** The releaser of a work states the facts of its recording: all four at once. */
export const setRecordingFacts = {
  name: 'setRecordingFacts',
  input: v.strictObject({
    datId: v.pipe(v.string(), v.maxLength(128, notFound), v.regex(/^(?!__.*__$)[\w-]+$/, notFound)),
    facts: allFacts,
  }),
  /** As they are now; empty if not stated. */
  output: v.object({
    isrc: v.string(),
    isExplicit: v.boolean(),
    pLine: v.string(),
    cLine: v.string(),
  }),
} as const;
