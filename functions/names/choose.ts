import { readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { takeDaily } from '../limits/daily.ts';
import { log } from '../log.ts';
import { listNextSeller, type Touched } from '../projector/projections.ts';
import { newPerson } from '../public-log/people.ts';
import { requestRebuildOnce } from '../releases/announce.ts';
import type { Services } from '../services.ts';
import { listPending, put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { readAllHoldings } from '../stores/works.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'projector' | 'datEvents' | 'guards' | 'limits'>;

const BATCH_SIZE = 40;

export async function isUnnamed({ store }: Pick<Needs, 'store'>, uid: string): Promise<boolean> {
  const path = docs.publicLogPerson(uid);
  const stored = (await store.read([path])).get(path);
  return stored ? readPerson(stored.data).isUnnamed : false;
}

const { namedAgainADay } = rates;

const countNamedAgain = (services: Needs, uid: string): Promise<Refusal | undefined> =>
  takeDaily(services, {
    name: 'named again',
    who: uid,
    most: namedAgainADay,
    sentence: `You made your name public ${namedAgainADay} times within a day. You can do this again`,
  });

async function writeChoice(
  services: Needs,
  uid: string,
  isUnnamed: boolean,
): Promise<Refusal | undefined> {
  const { store } = services;
  const path = docs.publicLogPerson(uid);
  let counted: Promise<Refusal | undefined> | undefined;
  return retryOnConflict(alwaysLate('this choice'), async () => {
    const stored = (await store.read([path])).get(path);
    const before = stored ? readPerson(stored.data) : newPerson(uid);
    if (before.isUnnamed === isUnnamed) return undefined;
    if (!isUnnamed) counted ??= countNamedAgain(services, uid);
    const refused = await counted;
    if (refused) return refused;
    const written = await store.write(put(path, { ...before, isUnnamed, isPending: true }, stored));
    return written === 'conflict' ? written : undefined;
  });
}

/**
 * Lists everything public that shows a user: works they hold or traded, and blocks whose next
 * tokens are theirs.
 */
async function listShownIn({ store, datEvents, guards }: Needs, uid: string): Promise<Touched[]> {
  const { holdings } = await readAllHoldings(store, uid);
  const dats = new Set([...holdings.map(({ datId }) => datId), ...(await datEvents.datsWith(uid))]);
  const blocks = (await guards.listBlocks()).filter((block) => listNextSeller(block).includes(uid));
  return [...[...dats].map((id) => `dat:${id}`), ...blocks.map(({ id }) => `block:${id}`)];
}

/**
 * Updates everything public to a user's choice and requests a rebuild. May run at any time, in any
 * number of processes: the later of two choices wins.
 */
export async function showChoice(services: Needs, uid: string): Promise<void> {
  const path = docs.publicLogPerson(uid);
  await retryOnConflict(alwaysLate('this choice'), async () => {
    const stored = (await services.store.read([path])).get(path);
    const person = stored && readPerson(stored.data);
    if (!person?.isPending) return 'shown';
    const touched = await listShownIn(services, uid);
    for (let start = 0; start < touched.length; start += BATCH_SIZE) {
      await services.projector.projectWhole(touched.slice(start, start + BATCH_SIZE));
    }
    // Being named again can wait for the next regular rebuild (N-PPL-20).
    if (person.isUnnamed) await requestRebuildOnce(services, `name of ${uid}`);
    // After a newer choice this write is a conflict, and the retry follows that choice.
    return services.store.write(put(path, { ...person, isPending: false }, stored));
  });
}

/**
 * Lets a user be named in public, or not, everywhere except on works they released (decision 0020).
 * A sweep finishes what fails here.
 *
 * @returns a refusal when they had their name shown too often in a day
 * @throws when the choice itself could not be written
 */
export async function choose(
  services: Needs,
  uid: string,
  isUnnamed: boolean,
): Promise<Refusal | undefined> {
  const refused = await writeChoice(services, uid, isUnnamed);
  if (refused) return refused;
  try {
    await showChoice(services, uid);
  } catch (error) {
    log.warn('A choice is not shown everywhere yet; the sweep will', { uid, error: String(error) });
  }
  return undefined;
}

/**
 * Finishes choices that a crash or a failure left pending.
 *
 * @returns how many there were
 * @throws when one of them fails again; the others are finished
 */
export async function showPendingChoices(services: Needs): Promise<number> {
  const uids = await listPending(services.store, docs.publicLogPeople);
  const shown = await Promise.allSettled(uids.map((uid) => showChoice(services, uid)));
  const failed = shown.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return uids.length;
}
