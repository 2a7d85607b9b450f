import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import {
  type FactsOfWork,
  isrcClaimSchema,
  readFactsOfWork,
} from '@datchain/shared/contracts/documents/recording-facts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { takenDownText } from '@datchain/shared/domain/books/take-down.ts';
import { checkChanges } from '@datchain/shared/domain/changes-a-day.ts';
import { factsEvent } from '@datchain/shared/domain/dat-events.ts';
import {
  factsChangeText,
  type RecordingFacts,
  readStatedFacts,
  sameFacts,
  type TypedFacts,
  typedFacts,
} from '@datchain/shared/domain/recording-facts.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import {
  type Batch,
  type Data,
  listPending,
  put,
  together,
  type Versioned,
} from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { requestRebuildOnce, showNewest } from './announce.ts';

type Needs = Pick<Services, 'store'> & { readonly releases: Pick<Services['releases'], 'find'> };

/** Refuses an ISRC that belongs to another work, and names that work only if it is public. */
async function refuseTaken({ releases }: Needs, datId: string): Promise<Refusal> {
  const other = await releases.find(datId);
  const name =
    other?.state === 'published' ? `"${other.songName}" by ${other.artistName}` : 'another work';
  return refuse('already-exists', `This ISRC already belongs to ${name}.`);
}

/**
 * Builds the document that reserves an ISRC for a work; of two works that create it only one
 * succeeds.
 *
 * @returns nothing to create where the work has it already, or a refusal when another one has it
 */
export async function claimIsrc(
  services: Needs,
  { isrc, datId }: { isrc: string | undefined; datId: string },
): Promise<{ path: string; data: Data }[] | Refusal> {
  if (isrc === undefined) return [];
  const path = docs.isrc(isrc);
  const stored = (await services.store.read([path])).get(path);
  if (!stored) return [{ path, data: { datId } }];
  const holder = v.parse(isrcClaimSchema, stored.data).datId;
  return holder === datId ? [] : refuseTaken(services, holder);
}

async function releaseIsrc(
  { store }: Pick<Needs, 'store'>,
  { isrc, datId }: { isrc: string | undefined; datId: string },
): Promise<{ path: string; version: unknown }[]> {
  if (isrc === undefined) return [];
  const path = docs.isrc(isrc);
  const stored = (await store.read([path])).get(path);
  if (!stored || v.parse(isrcClaimSchema, stored.data).datId !== datId) return [];
  return [{ path, version: stored.version }];
}

/** The number of changes kept here; the public history has one line for each change. */
const MAX_CHANGES = 50;

export const newFactsOfWork = (facts: RecordingFacts): FactsOfWork & Data => ({
  facts,
  version: 0,
  changes: [],
  isPending: false,
});

const refuseConflict = () =>
  refuse('aborted', 'The facts of this work are being changed. Try again.');
const notFound = () => refuse('not-found', 'There is no work of yours with this id.');

interface Read {
  readonly before: FactsOfWork;
  readonly stored: Versioned | undefined;
}

async function readOwn({ store }: Services, uid: string, datId: string): Promise<Read | Refusal> {
  const [guardPath, path] = [docs.datGuard(datId), docs.recordingFacts(datId)];
  const found = await store.read([guardPath, path]);
  const dat = readDatGuard(found.get(guardPath)?.data);
  // Someone else's work gets the same answer as an unknown one.
  if (dat?.creatorUid !== uid) return notFound();
  if (dat.takenDown) return refuse('failed-precondition', takenDownText);
  const stored = found.get(path);
  return { before: readFactsOfWork(stored?.data) ?? newFactsOfWork({}), stored };
}

async function buildChange(
  services: Services,
  datId: string,
  { before, stored }: Read,
  facts: RecordingFacts,
): Promise<Batch | Refusal> {
  const now: Millis = services.clock.now();
  const refused = checkChanges('The facts of a work', before.changes, now);
  if (refused) return refused;
  const isOther = before.facts.isrc !== facts.isrc;
  const claims = isOther ? await claimIsrc(services, { isrc: facts.isrc, datId }) : [];
  if (isRefusal(claims)) return claims;
  const remove = isOther ? await releaseIsrc(services, { isrc: before.facts.isrc, datId }) : [];
  const version = before.version + 1;
  const change = { at: now, was: before.facts, now: facts };
  const changes = [...before.changes, change].slice(-MAX_CHANGES);
  const data = { facts, version, changes, isPending: true };
  const path = docs.recordingFacts(datId);
  const event = factsEvent(datId, factsChangeText(before.facts, facts), now);
  const published = { path: docs.datEvent(`facts:${datId}:${version}`, 0), data: { ...event } };
  return together([{ create: [...claims, published], remove }, put(path, data, stored)]);
}

/**
 * Updates the row, the history and the pages to the facts of a work. May run at any time, in any
 * number of processes: the later of two changes wins.
 */
async function showFacts(services: Services, datId: string): Promise<void> {
  const path = docs.recordingFacts(datId);
  await retryOnConflict(alwaysLate(`the facts of ${datId}`), async () => {
    const stored = (await services.store.read([path])).get(path);
    const own = readFactsOfWork(stored?.data);
    if (!own?.isPending) return 'shown';
    await services.projector.projectWhole([`dat:${datId}`]);
    await showNewest(services);
    await requestRebuildOnce(services, `facts of ${datId}`);
    // After a newer change this write is a conflict, and the retry follows that change.
    return services.store.write(put(path, { ...own, isPending: false }, stored));
  });
}

/**
 * Sets the facts of a recording for its releaser: an ISRC, an explicit flag, a ℗ and a © line
 * (N-FCT-01). Empty fields are removed. Each change adds a line to the public history; unchanged
 * facts do nothing. The sweep finishes what fails to be shown.
 *
 * @returns the facts as they are now. Refuses somebody else's work, one that is taken down, an ISRC
 * of another work, and too many changes in a day
 */
export async function setRecordingFacts(
  services: Services,
  uid: string,
  { datId, facts: typed }: { datId: string; facts: TypedFacts },
): Promise<TypedFacts | Refusal> {
  const facts = readStatedFacts(typed);
  const outcome = await retryOnConflict(refuseConflict, async () => {
    const read = await readOwn(services, uid, datId);
    if (isRefusal(read) || sameFacts(read.before.facts, facts)) return read;
    const change = await buildChange(services, datId, read, facts);
    return isRefusal(change) ? change : services.store.write(change);
  });
  if (isRefusal(outcome)) return outcome;
  await showFacts(services, datId).catch((error) => {
    log.warn('Facts of a recording are not shown yet; the sweep will', {
      datId,
      error: String(error),
    });
  });
  return typedFacts(facts);
}

/**
 * Shows facts that a crash or a failure left pending.
 *
 * @returns how many works there were
 * @throws when one of them fails again; the others are shown
 */
export async function showPendingFacts(services: Services): Promise<number> {
  const datIds = await listPending(services.store, docs.recordingFactsAll);
  const shown = await Promise.allSettled(datIds.map((datId) => showFacts(services, datId)));
  const failed = shown.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return datIds.length;
}
