import { docs } from '@datchain/shared/contracts/paths.ts';
import type { KnownArtist } from '../stores/artists.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { type NameServices, takePlaces } from './claim-artist-name.ts';

const BATCH_SIZE = 200;

const marker = docs.artistName('indexed');

/** Orders artists by their claim: where two old names read the same, the artist with a release keeps it. */
const byRight = (a: KnownArtist, b: KnownArtist): number =>
  Number(b.hasReleases) - Number(a.hasReleases) || (a.uid < b.uid ? -1 : 1);

async function withoutPlaces(
  { store }: NameServices,
  some: readonly KnownArtist[],
): Promise<KnownArtist[]> {
  const held = await store.read(some.map(({ uid }) => docs.artistNameOf(uid)));
  return some.filter(({ uid }) => !held.has(docs.artistNameOf(uid)));
}

/**
 * Migrates artists from the time before names were unique. Old names stay, even two that read the
 * same; a later artist can have neither. May be interrupted or run twice: it continues where it
 * was.
 *
 * @returns how many artists were migrated
 */
export async function indexArtistNames(services: NameServices): Promise<number> {
  const all = (await services.artists.list()).filter(({ artistName }) => artistName !== '');
  const artists = all.sort(byRight);
  let migrated = 0;
  for (let start = 0; start < artists.length; start += BATCH_SIZE) {
    for (const { uid, artistName } of await withoutPlaces(
      services,
      artists.slice(start, start + BATCH_SIZE),
    )) {
      await retryOnConflict(alwaysLate(`the name ${artistName}`), () =>
        takePlaces(services, { uid, name: artistName, all: false }),
      );
      migrated += 1;
    }
  }
  const data = { at: services.clock.now() };
  await services.store.write({ create: [{ path: marker, data }] });
  return migrated;
}

/** Migrates older artists before the first new one; afterwards it costs one read. */
export async function indexOldArtistNames(services: NameServices): Promise<void> {
  if (!(await services.store.read([marker])).has(marker)) await indexArtistNames(services);
}
