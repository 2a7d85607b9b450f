import { seeded } from './seeded.ts';
import type { DemoPerson, DemoReleaseSummary } from './types.ts';

const FIRST =
  'Amber,Borrowed,Cold,Distant,Early,Folded,Glass,Hollow,Inland,Junction,Kerosene,Long,Mile,North,Open,Paper,Quiet,Rented,Second,Tidal,Upper,Velvet,Winter,Yellow'.split(
    ',',
  );
const SECOND =
  'Avenue,Bell,Choir,Dial,Engine,Ferns,Garden,Harbour,Interval,Jacket,Kitchen,Letters,Machine,Notice,Orchard,Platform,Quarry,Radio,Season,Telegram,Umbrella,Valley,Window,Yard'.split(
    ',',
  );
const ALBUMS = ['Singles', 'The First Reel', 'Live at the Depot', 'Offcuts', 'Side Streets'];

/**
 * Makes about 200 existing releases, none of them a DAT yet. They have the two spellings of the stored list,
 * and a few lack their content id.
 */
export function releaseSummaries(artists: readonly DemoPerson[]): DemoReleaseSummary[] {
  const chance = seeded('release summaries');
  const titles = chance.shuffled(
    FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`)),
  );
  return titles.slice(0, 204).map((title, index) => {
    const artist = artists[index % artists.length] as DemoPerson;
    const albumName = chance.pick(ALBUMS);
    const contentId = `content-existing-${String(index + 1).padStart(3, '0')}`;
    const hasId = index % 41 !== 40;
    return chance.chance(0.6)
      ? {
          SongName: title,
          albumName,
          ArtistName: artist.artistName,
          ...(hasId ? { contentId } : {}),
          userId: artist.uid,
        }
      : {
          name: title,
          albumName,
          artistName: artist.artistName,
          ...(hasId ? { id: contentId } : {}),
          artistId: artist.uid,
        };
  });
}
