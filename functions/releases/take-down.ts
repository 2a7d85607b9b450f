import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { restoreEntry, type Takedown, takeDownEntry } from '../journal/entries/take-down.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import type { Services } from '../services.ts';
import {
  type Announcing,
  announceRelease,
  requestRebuild,
  showNewest,
  showTakedown,
} from './announce.ts';

export type Needs = Announcing & { readonly books: Pick<Services['books'], 'commit'> };

export interface TakedownInput {
  readonly datId: string;
  readonly reason: string;
  readonly decision?: Takedown['decision'];
}

type Outcome = Committed<{ datId: string; reason: string }>;

async function commitAtVersion(
  { books, guards }: Needs,
  { datId, reason, decision }: TakedownInput,
  entryFor: (takedown: Takedown) => Entry<{ datId: string; reason: string }>,
): Promise<Outcome | Refusal> {
  const dat = await guards.findDat(datId);
  if (!dat) return refuse('not-found', `There is no DAT with the id ${datId}.`);
  return books.commit(
    entryFor({ datId, reason, version: takedownVersion(dat), ...(decision && { decision }) }),
  );
}

/** Shows the entry. After a crash, a repeated call or the job that resumes releases does so. */
async function announce(services: Needs, id: string): Promise<void> {
  const release = await services.releases.find(id);
  if (release) return announceRelease(services, release);
  await showTakedown(services, id);
  await showNewest(services);
  await requestRebuild(services);
}

/**
 * Takes a DAT down and requests a rebuild of the ledger. A repeated call with the same reason
 * finishes what a crash left.
 *
 * @returns a refusal when there is no such DAT, no reason, or it is down for another reason
 */
export async function takeDown(services: Needs, input: TakedownInput): Promise<Outcome | Refusal> {
  const outcome = await commitAtVersion(services, input, takeDownEntry);
  if (isRefusal(outcome)) return outcome;
  await announce(services, input.datId);
  return outcome;
}

/** Makes a DAT that was taken down public again, for a reason that is published too. */
export async function restore(services: Needs, input: TakedownInput): Promise<Outcome | Refusal> {
  const outcome = await commitAtVersion(services, input, restoreEntry);
  if (isRefusal(outcome)) return outcome;
  await announce(services, input.datId);
  return outcome;
}
