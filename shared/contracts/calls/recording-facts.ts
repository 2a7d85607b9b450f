import * as v from 'valibot';
import { byFact, factWords, readFact, type TextFact } from '../../domain/recording-facts.ts';
import { documentId } from '../document-id.ts';
import { typedLine } from '../public-text.ts';

/** More than any of them needs, so that no one sends a book. */
const LONGEST_TYPED = 300;

function textOf(fact: TextFact, isEmptyFine: boolean) {
  const { sentence } = factWords[fact];
  return v.pipe(
    typedLine,
    v.maxLength(LONGEST_TYPED, sentence),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      if (isEmptyFine && dataset.value === '') return '';
      const read = readFact(fact, dataset.value);
      if (read !== undefined) return read;
      addIssue({ message: sentence });
      return NEVER;
    }),
  );
}

const isExplicit = v.boolean();

/** The facts of a recording in a release: each may be left out (N-FCT-01). */
export const optionalFacts = {
  ...byFact((fact) => v.optional(textOf(fact, false))),
  isExplicit: v.optional(isExplicit),
} as const;

/** All of them: an empty text means that there is none. */
const allFacts = v.strictObject({
  ...byFact((fact) => textOf(fact, true)),
  isExplicit,
});

const notFound = 'There is no work of yours with this id.';

/** The releaser of a work says what is known of its recording: all facts at once. */
export const setRecordingFacts = {
  name: 'setRecordingFacts',
  input: v.strictObject({
    datId: documentId(128, notFound),
    facts: allFacts,
  }),
  /** As they are now; empty if not stated. */
  output: v.object({ ...byFact(() => v.string()), isExplicit }),
} as const;
