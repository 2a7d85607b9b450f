import { docs } from '@datchain/shared/contracts/paths.ts';
import { count } from '@datchain/shared/domain/whole.ts';
import * as v from 'valibot';
import { type DocumentStore, put, type Versioned } from './document-store.ts';

/**
 * Users that one run of a job looks at. Each run goes on where the last one ended, so that its cost does not grow
 * with their number (N-JOB-01). Hourly runs look at 100,000 users in four days.
 */
export const PART_SIZE = 1_000;

const roundSchema = v.object({
  /** Where the next run goes on; empty at the start of a round. */
  after: v.string(),
  /** Users that were looked at in this round. */
  looked: count,
  /** The users found so far, for whom something is done at the end of the round. */
  found: v.array(v.string()),
});

export type Round = v.InferOutput<typeof roundSchema>;

export const newRound: Round = { after: '', looked: 0, found: [] };

export interface StoredRound {
  readonly round: Round;
  readonly stored: Versioned | undefined;
}

export async function readRound(
  store: Pick<DocumentStore, 'read'>,
  job: string,
): Promise<StoredRound> {
  const stored = (await store.read([docs.round(job)])).get(docs.round(job));
  return { round: stored ? v.parse(roundSchema, stored.data) : newRound, stored };
}

/** Keeps how far a round has come. @returns 'conflict' when another run has gone on meanwhile */
export const keepRound = (
  store: Pick<DocumentStore, 'write'>,
  job: string,
  { round, stored }: StoredRound,
): Promise<'written' | 'conflict'> => store.write(put(docs.round(job), { ...round }, stored));
