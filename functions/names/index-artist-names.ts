import { docs } from '@datchain/shared/contracts/paths.ts';
import type { KnownArtist } from '../stores/artists.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { type NameServices, takePlaces } from './claim-artist-name.ts';

const AT_ONCE = 200;

/** Written once every artist from before has their places. */
const marker = docs.artistName('indexed');

/** Where two old names read the same, the artist with a release keeps it. */
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
 * Gives artists from before names were unique the places of theirs. Old names stay, also two that
 * are read as the same: a later artist can be called like neither. If it is interrupted or runs
 * twice at once, it continues where it was.
 *
 * @returns how many artists were given places
 */
export async function indexArtistNames(services: NameServices): Promise<number> {
  const all = (await services.artists.list()).filter(({ artistName }) => artistName !== '');
  const artists = all.sort(byRight);
  let given = 0;
  for (let start = 0; start < artists.length; start += AT_ONCE) {
    for (const { uid, artistName } of await withoutPlaces(
      services,
      artists.slice(start, start + AT_ONCE),
    )) {
      await retryOnConflict(alwaysLate(`the name ${artistName}`), () =>
        takePlaces(services, { uid, name: artistName, all: false }),
      );
      given += 1;
    }
  }
  const data = { at: services.clock.now() };
  await services.store.write({ create: [{ path: marker, data }] });
  return given;
}

/** The same, before the first new artist; afterwards it costs one read. */
export async function indexOldArtistNames(services: NameServices): Promise<void> {
  if (!(await services.store.read([marker])).has(marker)) await indexArtistNames(services);
}
