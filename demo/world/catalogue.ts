import type { Tier } from '@datchain/shared/domain/config.ts';
import type { Genre } from './types.ts';

export interface CatalogueRow {
  title: string;
  by: string;
  genre: Genre;
  tier: Tier;
  sold: readonly number[] | number | 'out';
  /** The release in days before today; rows without it are spread over the year before. */
  daysAgo?: number;
  /** 20 by default. */
  editionCount?: number;
  /** The reach of its streams: 1 is an ordinary work, 0 has no plays. */
  reach?: number;
  takenDownDaysAgo?: number;
}

const row = (
  title: string,
  by: string,
  genre: Genre,
  tier: Tier,
  sold: CatalogueRow['sold'],
  more: Pick<CatalogueRow, 'daysAgo' | 'editionCount' | 'reach' | 'takenDownDaysAgo'> = {},
): CatalogueRow => ({ title, by, genre, tier, sold, ...more });

const firstEditions = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const NIGHT_BUS_SOLD = [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 13, 15, 18];
const SWIM = 'The Year We Learned to Swim Without Our Hands';

export const CATALOGUE: readonly CatalogueRow[] = [
  row('Night Bus to Lagos', 'adaokonjo', 'rnb_soul', 'Platinum', NIGHT_BUS_SOLD, {
    daysAgo: 6,
    reach: 14,
  }),
  row('Salt on the Wires', 'marlowtides', 'folk', 'Silver', [1, 2, 3, 7], { daysAgo: 11 }),
  row('Quarter-Inch Tape', 'inesduarte', 'electronic_dance', 'Gold', firstEditions(9), {
    daysAgo: 17,
    reach: 2,
  }),
  row(SWIM, 'saintouenmunicipalwinds', 'classical', 'Bronze', [1], { daysAgo: 24, reach: 0.2 }),
  row('Halogen', 'kestrelhz', 'alternative', 'Gold', 'out', { daysAgo: 31, reach: 9 }),
  row('Paper Lanterns', 'meitanakatrio', 'jazz', 'Silver', firstEditions(5), { daysAgo: 38 }),
  row('Kingston After Rain', 'delroyanton', 'reggae', 'Silver', firstEditions(11), {
    daysAgo: 47,
    reach: 1.3,
  }),
  row('Low Tide Hymnal', 'ruthcalloway', 'country', 'Bronze', [1, 2], { daysAgo: 55 }),
  row('Concrete Garden', 'block9', 'hip_hop_rap', 'Gold', firstEditions(16), {
    daysAgo: 64,
    reach: 5,
  }),
  row('Vermelho', 'bandacais', 'latin', 'Silver', firstEditions(3), { daysAgo: 75 }),
  row('Static Bloom', 'odettevarga', 'electronic_dance', 'Bronze', 0, { daysAgo: 86, reach: 0 }),
  row('Ferry, 5 A.M.', 'tomwray', 'indie', 'Bronze', firstEditions(6), { daysAgo: 98 }),
  row('Borrowed Chorus', 'odettevarga', 'pop', 'Bronze', firstEditions(2), {
    daysAgo: 104,
    reach: 0,
    takenDownDaysAgo: 71,
  }),

  row('Rust Psalm', 'ironparish', 'metal', 'Silver', 7),
  row('Dust on the Delta Line', 'lucillebaptiste', 'blues', 'Gold', 12),
  row('Marble Season', 'noorhaddad', 'pop', 'Platinum', 'out', { reach: 8 }),
  row('Third Mainland', 'adaokonjo', 'rnb_soul', 'Gold', 'out', { reach: 4 }),
  row('Ebb Ledger', 'marlowtides', 'folk', 'Bronze', 4),
  row('Sala 9', 'inesduarte', 'electronic_dance', 'Silver', 10, { editionCount: 12 }),
  row('March for a Slow River', 'saintouenmunicipalwinds', 'classical', 'Bronze', 3),
  row('Filament', 'kestrelhz', 'rock', 'Silver', 14),
  row('Ink Before Dawn', 'meitanakatrio', 'jazz', 'Gold', 'out'),
  row('Blue Mahoe', 'delroyanton', 'reggae', 'Bronze', 8),
  row('Tin Roof Litany', 'ruthcalloway', 'country', 'Silver', 6),
  row('Eight Mile Pigeons', 'block9', 'hip_hop_rap', 'Silver', 13),
  row('Maré Cheia', 'bandacais', 'latin', 'Bronze', 0),
  row('Halftone Weather', 'odettevarga', 'alternative', 'Silver', 5),
  row('The Ferryman’s Radio', 'tomwray', 'indie', 'Silver', 9),
  row('Furnace Hours', 'ironparish', 'metal', 'Bronze', 'out'),
  row('Half Past Nine', 'lucillebaptiste', 'blues', 'Silver', 2),
  row('Paper Passport', 'noorhaddad', 'pop', 'Gold', 15, { reach: 3 }),
  row('Harmattan', 'adaokonjo', 'rnb_soul', 'Silver', 11),
  row('Whitby Static', 'marlowtides', 'indie', 'Silver', 'out'),
  row('Loop for Two Turntables', 'inesduarte', 'electronic_dance', 'Bronze', 5),
  row('Four Bridges, Two Rivers', 'saintouenmunicipalwinds', 'world_international', 'Silver', 7),
  row('Voltage Drop', 'kestrelhz', 'alternative', 'Bronze', 10),
  row('Kamo River in Five', 'meitanakatrio', 'jazz', 'Bronze', 6),
  row('Hope Road Dub', 'delroyanton', 'reggae', 'Gold', 'out', { reach: 3 }),
  row('Blue Ridge, No Signal', 'ruthcalloway', 'country', 'Bronze', 3),
  row('Corner Store Symphony', 'block9', 'hip_hop_rap', 'Bronze', 9),
  row('Samba do Cais', 'bandacais', 'latin', 'Gold', 12),
  row('Lilac Interference', 'odettevarga', 'electronic_dance', 'Silver', 8),
  row('Islands, Counted Slowly', 'tomwray', 'folk', 'Bronze', 0, { reach: 0.1 }),
  row('Cathedral of Ash', 'ironparish', 'metal', 'Gold', 6),
  row('Clarksdale 4 A.M.', 'lucillebaptiste', 'blues', 'Bronze', 'out'),
  row('Seven Hills, One Window', 'noorhaddad', 'world_international', 'Silver', 10),
  row('Generator Song', 'adaokonjo', 'pop', 'Bronze', 'out', { reach: 2 }),
  row('Gull Theory', 'marlowtides', 'folk', 'Bronze', 7),
  row('Azulejo', 'inesduarte', 'electronic_dance', 'Platinum', 6, { reach: 2 }),
  row('Brass Weather', 'saintouenmunicipalwinds', 'classical', 'Bronze', 0, { reach: 0.1 }),
  row('Tungsten', 'kestrelhz', 'rock', 'Silver', 9),
  row('Rain Counting', 'meitanakatrio', 'jazz', 'Silver', 4),
  row('Yard Light', 'delroyanton', 'reggae', 'Bronze', 11),
  row('Porch Light Inventory', 'ruthcalloway', 'country', 'Silver', 5),
  row('Ninth Floor', 'block9', 'hip_hop_rap', 'Platinum', 8, { reach: 3 }),
  row('Boa Viagem', 'bandacais', 'latin', 'Silver', 'out'),
  row('Moiré', 'odettevarga', 'alternative', 'Bronze', 6),
  row('Slipway', 'tomwray', 'indie', 'Gold', 10),
  row('Parish of Iron', 'ironparish', 'metal', 'Bronze', 4),
  row('River Took the Ledger', 'lucillebaptiste', 'blues', 'Silver', 9),
  row('Jasmine, Late', 'noorhaddad', 'pop', 'Silver', 13),
  row('Danfo Yellow', 'adaokonjo', 'rnb_soul', 'Bronze', 'out'),
  row('Five Knots', 'marlowtides', 'folk', 'Silver', 3),
  row('Contrabaixo', 'inesduarte', 'electronic_dance', 'Silver', 7),
  row('Overture for Closing Shops', 'saintouenmunicipalwinds', 'classical', 'Gold', 5),
  row('Ballast', 'kestrelhz', 'rock', 'Bronze', 'out'),
  row('Umbrella Stand', 'meitanakatrio', 'jazz', 'Bronze', 8),
];
