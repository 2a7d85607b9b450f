import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { restoreEntry, type Takedown, takeDownEntry } from '../journal/entries/take-down.ts';
import type { Committed, Entry } from '../journal/entry.ts';
import type { Services } from '../services.ts';
import { requestRebuild } from './shown/request-rebuild.ts';
import { showNewest } from './shown/show-newest.ts';
import { type Cutting, silence, soundAgain } from './sound/previews.ts';
import { silenceWhole, wholeAgain } from './sound/whole-songs.ts';

export type Needs = Pick<Services, 'guards' | 'live' | 'store' | 'clock' | 'summaries' | 'files'> &
  Pick<Cutting, 'environment'> & {
    readonly books: Pick<Services['books'], 'commit'>;
    readonly releases: Pick<Services['releases'], 'find'>;
  };

export interface TakedownInput {
  readonly datId: string;
  /** Everyone will read it. */
  readonly reason: string;
  /** What is kept of the operator's decision, written with it. */
  readonly decision?: Takedown['decision'];
}

type Outcome = Committed<{ datId: string; reason: string }>;

async function commitAtPresent(
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

/**
 * The row and the sound follow before the ledger is built again: the projector does not wait for
 * that. Of a takedown and a restoration at once the later one has the last word: each looks again
 * after writing.
 */
async function showAsIs(services: Needs, id: string): Promise<void> {
  const { guards, summaries, releases, files } = services;
  const read = async () => {
    const dat = await guards.findDat(id);
    return { takenDown: dat?.takenDown ?? null, version: dat && takedownVersion(dat) };
  };
  const release = await releases.find(id);
  let shown = await read();
  for (;;) {
    await summaries.update([{ id, takenDown: shown.takenDown }]);
    if (release && shown.takenDown) {
      await silence(files, release);
      await silenceWhole(services, release);
    } else if (release) {
      await soundAgain(services, release);
      await wholeAgain(services, release);
    }
    const now = await read();
    if (now.version === shown.version) return;
    shown = now;
  }
}

/**
 * What follows the entry: no list of an older page names it, or may again, and new pages are built.
 */
async function announce(services: Needs, id: string): Promise<void> {
  await showAsIs(services, id);
  await showNewest(services);
  await requestRebuild(services);
}

/**
 * Takes a DAT down and has the ledger built again. Repeated with the same reason it does what a
 * crash has left.
 *
 * @returns a refusal when there is no such DAT, no reason, or it is down for another reason
 */
export async function takeDown(services: Needs, input: TakedownInput): Promise<Outcome | Refusal> {
  const outcome = await commitAtPresent(services, input, takeDownEntry);
  if (isRefusal(outcome)) return outcome;
  await announce(services, input.datId);
  return outcome;
}

/** Makes a DAT that was taken down public again, for a reason that everyone will read too. */
export async function restore(services: Needs, input: TakedownInput): Promise<Outcome | Refusal> {
  const outcome = await commitAtPresent(services, input, restoreEntry);
  if (isRefusal(outcome)) return outcome;
  await announce(services, input.datId);
  return outcome;
}
