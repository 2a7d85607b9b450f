import {
  artistNamePlace,
  type HeldArtistName,
  heldArtistName,
} from '@datchain/shared/contracts/documents/artist-name.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { artistNameTaken } from '@datchain/shared/domain/release/artist-name.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import type { Data, Versioned } from '../stores/document-store.ts';
import { artistNameKeys } from './artist-name-keys.ts';

export type NameServices = Pick<Services, 'store' | 'clock' | 'authUsers' | 'artists'>;

/** A signup that has taken a name and no more goes on within a day, or somebody else may have it. */
const SIGN_UP_MILLIS = DAY_MILLIS;
/** Many may take one name at once; each loses to one that got it. */
const MOST_TIMES = 10;

/** Somebody who has a place that is wanted. */
interface Holder {
  readonly uid: string;
  readonly held: HeldArtistName | undefined;
  readonly stored: Versioned | undefined;
  readonly isUser: boolean;
}

const readHeld = (stored: Versioned | undefined): HeldArtistName | undefined =>
  stored && v.parse(heldArtistName, stored.data);

async function readHolder({ store }: NameServices, uid: string): Promise<Holder> {
  const [heldPath, userPath] = [docs.artistNameOf(uid), docs.user(uid)];
  const found = await store.read([heldPath, userPath]);
  const stored = found.get(heldPath);
  return { uid, stored, held: readHeld(stored), isUser: found.has(userPath) };
}

const has = ({ held }: Holder, key: string): boolean => held?.keys.includes(key) === true;

/** Whether somebody keeps what they have: for good, or while they sign up. */
async function keeps(services: NameServices, { uid, held, isUser }: Holder): Promise<boolean> {
  if (isUser) return true;
  if (!held || held.at <= services.clock.now() - SIGN_UP_MILLIS) return false;
  return (await services.authUsers.find(uid)) !== undefined;
}

/** Which of these places can be had, and who has to lose their name for it. */
async function findFree(
  services: NameServices,
  uid: string,
  places: ReadonlyMap<string, Versioned | undefined>,
): Promise<{ free: string[]; losers: Holder[] }> {
  const free: string[] = [];
  const losers = new Map<string, Holder>();
  for (const [key, place] of places) {
    const holderUid = place ? v.parse(artistNamePlace, place.data).uid : uid;
    if (holderUid !== uid && !losers.has(holderUid)) {
      const holder = await readHolder(services, holderUid);
      // A user who took another name since has let go of this one.
      if (has(holder, key)) {
        if (await keeps(services, holder)) continue;
        losers.set(holderUid, holder);
      }
    }
    free.push(key);
  }
  return { free, losers: [...losers.values()] };
}

type Write = { path: string; data: Data; stored: Versioned | undefined };

async function writeAll({ store }: NameServices, writes: readonly Write[]) {
  return store.write({
    create: writes.flatMap(({ path, data, stored }) => (stored ? [] : [{ path, data }])),
    replace: writes.flatMap(({ path, data, stored }) =>
      stored ? [{ path, data, version: stored.version }] : [],
    ),
    increment: [],
  });
}

/**
 * Takes what is free of a name's places, in one write, and from holders who are gone their name.
 *
 * @param all whether every place has to be free, or none is taken
 */
export async function takePlaces(
  services: NameServices,
  { uid, name, all }: { uid: string; name: string; all: boolean },
): Promise<'taken' | 'held' | 'conflict'> {
  const keys = artistNameKeys(name);
  const own = await readHolder(services, uid);
  const stored = await services.store.read(keys.map(docs.artistName));
  const places = new Map(keys.map((key) => [key, stored.get(docs.artistName(key))]));
  const { free, losers } = await findFree(services, uid, places);
  if (all && free.length < places.size) return 'held';
  const at = services.clock.now();
  const written = await writeAll(services, [
    ...free.map((key) => ({ path: docs.artistName(key), data: { uid }, stored: places.get(key) })),
    { path: docs.artistNameOf(uid), data: { name, keys: free, at }, stored: own.stored },
    // Coming back after that cannot finish a signup under the name.
    ...losers.map(({ uid: lost, stored: was }) => ({
      path: docs.artistNameOf(lost),
      data: { name: '', keys: [], at },
      stored: was,
    })),
  ]);
  return written === 'written' ? 'taken' : 'conflict';
}

/**
 * An account that is being made takes its artist name: from then on no other account is called so,
 * or anything that is read as the same (N-MON-11). Taking the same name again is fine, and taking
 * another one lets go of the first.
 */
export async function claimArtistName(
  services: NameServices,
  uid: string,
  name: string,
): Promise<{ artistName: string } | Refusal> {
  const { isUser, held } = await readHolder(services, uid);
  if (held?.name === name) return { artistName: name };
  if (isUser) return refuse('failed-precondition', 'This account has its name already.');
  for (let time = 0; time < MOST_TIMES; time++) {
    const outcome = await takePlaces(services, { uid, name, all: true });
    if (outcome === 'taken') return { artistName: name };
    if (outcome === 'held') return refuse('already-exists', artistNameTaken);
  }
  return refuse('aborted', 'Others are taking this name. Try again.');
}
