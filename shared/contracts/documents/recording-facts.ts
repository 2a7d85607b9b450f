import * as v from 'valibot';
import {
  byFact,
  hasFacts,
  type RecordingFacts,
  readStatedFacts,
} from '../../domain/recording-facts.ts';
import { count } from '../../domain/whole.ts';
import { isRecord, readBoolean } from '../tolerant.ts';

export const recordingFactsSchema = v.object({
  ...byFact(() => v.exactOptional(v.string())),
  isExplicit: v.exactOptional(v.literal(true)),
});

/** A recording's current and earlier facts, `recordingFacts/{datId}`; server only; missing without facts. */
export const factsOfWorkSchema = v.object({
  facts: recordingFactsSchema,
  version: count,
  /** The latest changes, oldest first. */
  changes: v.array(v.object({ at: count, was: recordingFactsSchema, now: recordingFactsSchema })),
  /** True while the row and the history may lack the facts. */
  isPending: v.boolean(),
});

export type FactsOfWork = v.InferOutput<typeof factsOfWorkSchema>;

export const readFactsOfWork = (value: unknown): FactsOfWork | undefined =>
  value === undefined ? undefined : v.parse(factsOfWorkSchema, value);

/** The work that has an ISRC, `isrcs/{isrc}`; created once; server only. */
export const isrcClaimSchema = v.object({ datId: v.string() });

/** Reads the facts of a public row; undefined without any to show. */
export function readRecordingFacts(value: unknown): RecordingFacts | undefined {
  if (!isRecord(value)) return undefined;
  const facts = readStatedFacts({ ...value, isExplicit: readBoolean(value.isExplicit) });
  return hasFacts(facts) ? facts : undefined;
}
