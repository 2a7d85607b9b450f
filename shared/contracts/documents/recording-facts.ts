import * as v from 'valibot';
import { byFact, factsOf, hasFacts, type RecordingFacts } from '../../domain/recording-facts.ts';
import { count } from '../../domain/whole.ts';
import { isRecord, readBoolean } from '../tolerant.ts';

export const recordingFactsSchema = v.object({
  ...byFact(() => v.exactOptional(v.string())),
  isExplicit: v.exactOptional(v.literal(true)),
});

/** `recordingFacts/{datId}`: a recording's current facts, and earlier ones. Server only; missing without any. */
export const factsOfWorkSchema = v.object({
  facts: recordingFactsSchema,
  version: count,
  /** The last changes, oldest first. */
  changes: v.array(v.object({ at: count, was: recordingFactsSchema, now: recordingFactsSchema })),
  /** The row and the history may not show them yet. */
  isPending: v.boolean(),
});

export type FactsOfWork = v.InferOutput<typeof factsOfWorkSchema>;

export const readFactsOfWork = (value: unknown): FactsOfWork | undefined =>
  value === undefined ? undefined : v.parse(factsOfWorkSchema, value);

/** `isrcs/{isrc}`: which work has it. It is created once, by the work that has it. Server only. */
export const isrcClaimSchema = v.object({ datId: v.string() });

/** The facts in a public row; undefined where nothing is said that could be shown. */
export function readRecordingFacts(value: unknown): RecordingFacts | undefined {
  if (!isRecord(value)) return undefined;
  const facts = factsOf({ ...value, isExplicit: readBoolean(value.isExplicit) });
  return hasFacts(facts) ? facts : undefined;
}
