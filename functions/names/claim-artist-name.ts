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
import { type Batch, put, together, type Versioned } from '../stores/document-store.ts';
import { retryOnConflict } from '../stores/retry-on-conflict.ts';
import { artistNameKeys } from './artist-name-keys.ts';

export type NameServices = Pick<Services, 'store' | 'clock' | 'authUsers' | 'artists'>;

/** The time within which a signup must continue after claiming a name; then someone else may have it. */
const SIGN_UP_MILLIS = DAY_MILLIS;

interface Holder {
  readonly uid: string;
  readonly held: HeldArtistName | undefined;
  readonly stored: Versioned | undefined;
  /** Whether it is a user, also one whose account is closed: the name stands on their works. */
  readonly isUser: boolean;
}

const readHeld = (stored: Versioned | undefined): HeldArtistName | undefined =>
  stored && v.parse(heldArtistName, stored.data);

async function readHolder({ store }: NameServices, uid: string): Promise<Holder> {
  const [heldPath, userPath] = [docs.artistNameOf(uid), docs.user(uid)];
  const closurePath = docs.closure(uid);
  const found = await store.read([heldPath, userPath, closurePath]);
  const stored = found.get(heldPath);
  return {
    uid,
    stored,
    held: readHeld(stored),
    isUser: found.has(userPath) || found.has(closurePath),
  };
}

const has = ({ held }: Holder, key: string): boolean => held?.keys.includes(key) === true;

async function keeps(services: NameServices, { uid, held, isUser }: Holder): Promise<boolean> {
  if (isUser) return true;
  if (!held || held.at <= services.clock.now() - SIGN_UP_MILLIS) return false;
  return (await services.authUsers.find(uid)) !== undefined;
}

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
      // A user who has since claimed another name has released this one.
      if (has(holder, key)) {
        if (await keeps(services, holder)) continue;
        losers.set(holderUid, holder);
      }
    }
    free.push(key);
  }
  return { free, losers: [...losers.values()] };
}

/**
 * Takes the available keys of a name in one write, and the names of expired holders with them.
 *
 * @param all whether nothing is taken unless every key is available
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
  const writes = together([
    ...free.map((key) => put(docs.artistName(key), { uid }, places.get(key))),
    put(docs.artistNameOf(uid), { name, keys: free, at }, own.stored),
    // An expired signup that comes back cannot finish under the name.
    ...losers.map((lost) =>
      put(docs.artistNameOf(lost.uid), { name: '', keys: [], at }, lost.stored),
    ),
  ]);
  const written = await services.store.write(writes);
  return written === 'written' ? 'taken' : 'conflict';
}

/**
 * Claims an artist name for an account that is being made. From then on no other account can have
 * the name, or one that reads the same (N-MON-11). Claiming the same name again changes nothing;
 * claiming another one releases the first.
 */
export async function claimArtistName(
  services: NameServices,
  uid: string,
  name: string,
): Promise<{ artistName: string } | Refusal> {
  const { isUser, held } = await readHolder(services, uid);
  if (held?.name === name) return { artistName: name };
  if (isUser) return refuse('failed-precondition', 'This account already has a name.');
  return take(services, uid, name);
}

/**
 * Claims an artist name for a fan who applies to release (N-PPL-09). They hold it while they wait,
 * and permanently once they are allowed.
 */
export async function nameApplicant(
  services: NameServices,
  uid: string,
  name: string,
): Promise<{ artistName: string } | Refusal> {
  const { held } = await readHolder(services, uid);
  return held?.name === name ? { artistName: name } : take(services, uid, name);
}

export async function freeName(
  { store, clock }: Pick<NameServices, 'store' | 'clock'>,
  uid: string,
): Promise<Batch> {
  const path = docs.artistNameOf(uid);
  const stored = (await store.read([path])).get(path);
  return stored ? put(path, { name: '', keys: [], at: clock.now() }, stored) : {};
}

async function take(
  services: NameServices,
  uid: string,
  name: string,
): Promise<{ artistName: string } | Refusal> {
  const othersTakeIt = () => refuse('aborted', 'Someone else is taking this name. Try again.');
  return retryOnConflict(othersTakeIt, async () => {
    const outcome = await takePlaces(services, { uid, name, all: true });
    if (outcome === 'held') return refuse('already-exists', artistNameTaken);
    return outcome === 'taken' ? { artistName: name } : outcome;
  });
}
