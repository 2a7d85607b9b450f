import * as v from 'valibot';
import { byFact, factWords, readFact, type TextFact } from '../../domain/recording-facts.ts';
import { documentId } from '../document-id.ts';
import { typedLine } from '../public-text.ts';

const MAX_TYPED_LENGTH = 300;

function textSchema(fact: TextFact, isEmptyFine: boolean) {
  const { sentence } = factWords[fact];
  return v.pipe(
    typedLine,
    v.maxLength(MAX_TYPED_LENGTH, sentence),
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

/** The recording facts of a release, all optional (N-FCT-01). */
export const optionalFacts = {
  ...byFact((fact) => v.optional(textSchema(fact, false))),
  isExplicit: v.optional(isExplicit),
} as const;

/** All recording facts; '' for none. */
const allFacts = v.strictObject({
  ...byFact((fact) => textSchema(fact, true)),
  isExplicit,
});

const notFound = 'There is no work of yours with this id.';

export const setRecordingFacts = {
  name: 'setRecordingFacts',
  input: v.strictObject({
    datId: documentId(128, notFound),
    facts: allFacts,
  }),
  output: v.object({ ...byFact(() => v.string()), isExplicit }),
} as const;
