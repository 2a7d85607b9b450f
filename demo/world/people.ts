import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { demoFixedUserIds } from '@datchain/stack/environment.ts';
import type { DemoFollow, DemoPerson } from './types.ts';

type Row = readonly [username: string, name: string, city: string, country: string, state?: string];

const ARTISTS: readonly Row[] = [
  ['adaokonjo', 'Ada Okonjo', 'Lagos', 'NG'],
  ['marlowtides', 'Marlow & the Tides', 'Whitby', 'GB'],
  ['inesduarte', 'Inês Duarte', 'Porto', 'PT'],
  ['saintouenmunicipalwinds', 'Saint-Ouen Municipal Wind Orchestra', 'Saint-Ouen', 'FR'],
  ['kestrelhz', 'Kestrel', 'Leeds', 'GB'],
  ['meitanakatrio', 'Mei Tanaka Trio', 'Kyoto', 'JP'],
  ['delroyanton', 'Delroy Anton', 'Kingston', 'JM'],
  ['ruthcalloway', 'Ruth Calloway', 'Asheville', 'US', 'NC'],
  ['block9', 'Block 9', 'Detroit', 'US', 'MI'],
  ['bandacais', 'Banda Cais', 'Recife', 'BR'],
  ['odettevarga', 'Odette Varga', 'Budapest', 'HU'],
  ['tomwray', 'Tom Wray', 'Oban', 'GB'],
  ['ironparish', 'Iron Parish', 'Tampere', 'FI'],
  ['lucillebaptiste', 'Lucille Baptiste', 'Clarksdale', 'US', 'MS'],
  ['noorhaddad', 'Noor Haddad', 'Amman', 'JO'],
];

const FANS: readonly Row[] = [
  ['miraholt', 'Mira Holt', 'Bristol', 'GB'],
  ['desktwo', 'Pia Lindqvist', 'Gothenburg', 'SE'],
  ['noahbrandt', 'Noah Brandt', 'Hamburg', 'DE'],
  ['vinylvera', 'Vera Kowalczyk', 'Łódź', 'PL'],
  ['sidetwo', 'Callum Frew', 'Dundee', 'GB'],
  ['okafor', 'Chidi Okafor', 'Enugu', 'NG'],
  ['lenafo', 'Lena Fjeldstad-Oyelaran', 'Bergen', 'NO'],
  ['runoutgroove', 'Marcus Bell', 'Oakland', 'US', 'CA'],
  ['thibault', 'Thibault Roux', 'Lyon', 'FR'],
  ['hanakobayashi', 'Hana Kobayashi', 'Osaka', 'JP'],
  ['joaopinto', 'João Pinto', 'Braga', 'PT'],
  ['saltflats', 'Erin Tso', 'Moab', 'US', 'UT'],
  ['deepcuts', 'Priya Menon', 'Pune', 'IN'],
  ['lowlight', 'Jonas Ek', 'Malmö', 'SE'],
  ['harborsound', 'Dana Whitlock', 'Portland', 'US', 'ME'],
  ['tapehiss', 'Renzo Galli', 'Bologna', 'IT'],
  ['marisolv', 'Marisol Vega', 'Valparaíso', 'CL'],
  ['ottokrantz', 'Otto Krantz', 'Vienna', 'AT'],
  ['firstpressing', 'Aisha Rahman', 'Leicester', 'GB'],
  ['blueturntable', 'Theo Marsh', 'Chicago', 'US', 'IL'],
  ['quietrecords', 'Ingrid Solheim', 'Tromsø', 'NO'],
  ['wavelength', 'Kofi Mensah', 'Accra', 'GH'],
  ['zuzanahl', 'Zuzana Hladíková', 'Brno', 'CZ'],
  ['nightshift', 'Luis Ocampo', 'Medellín', 'CO'],
  ['bsidesclub', 'Fern Abbott', 'Wellington', 'NZ'],
  ['tomasreyes', 'Tomás Reyes', 'Sevilla', 'ES'],
];

const FIXED: Readonly<Record<string, { uid: string; email: string }>> = {
  adaokonjo: { uid: 'demo-artist', email: 'artist@dats.test' },
  miraholt: { uid: 'demo-fan', email: 'fan@dats.test' },
  desktwo: { uid: 'demo-operator', email: 'operator@dats.test' },
  tomasreyes: { uid: 'demo-newfan', email: 'newfan@dats.test' },
};

const TEXTS: Readonly<Record<string, Pick<DemoPerson, 'about' | 'links'>>> = {
  adaokonjo: {
    about: 'Songs for late buses, written in Lagos and recorded wherever there is a piano.',
    links: ['https://adaokonjo.example', 'https://video.slowframe.example/adaokonjo'],
  },
  marlowtides: {
    about: 'Four people, a harbour and a tape machine from 1974.',
    links: ['https://marlowtides.example'],
  },
  inesduarte: {
    about: 'Canta, escreve e toca viola em Porto. Sings, writes and plays guitar in Porto.',
    links: ['https://inesduarte.example'],
  },
  meitanakatrio: { about: 'Piano, bass, drums. First takes only.' },
  noorhaddad: { about: 'نور حداد. Oud and electronics, Amman.' },
  miraholt: { about: 'Collects first editions, number 7 if it can be had.' },
  vinylvera: { about: 'Side B first.' },
};

function person(
  row: Row,
  accountType: DemoPerson['accountType'],
  joinedAtMillis: number,
): DemoPerson {
  const [username, name, city, country, state = ''] = row;
  const fixed = FIXED[username];
  return {
    uid: fixed?.uid ?? `demo-${username}`,
    accountType,
    username,
    name,
    artistName: accountType === 'Artist' ? name : '',
    email: fixed?.email ?? `${username}@mail.example`,
    city,
    country,
    state,
    joinedAtMillis,
    avatarFile: `avatars/${username}.webp`,
    ...TEXTS[username],
  };
}

/**
 * Makes follows: fans follow some artists, the first one most. The newest fan follows the artists that every
 * new user follows (R-REL-17).
 */
export function demoFollows(
  artists: readonly DemoPerson[],
  fans: readonly DemoPerson[],
): DemoFollow[] {
  const chosen = fans.slice(0, -1).flatMap((fan, index) =>
    artists
      .filter((_, place) => (index * 7 + place * 5) % (place + 2) < 1)
      .map((artist) => ({
        uid: fan.uid,
        artistUid: artist.uid,
        atMillis: Math.max(fan.joinedAtMillis, artist.joinedAtMillis) + 9 * DAY_MILLIS,
      })),
  );
  const atSignUp = fans
    .slice(-1)
    .flatMap(({ uid, joinedAtMillis: atMillis }) =>
      demoFixedUserIds.map((artistUid) => ({ uid, artistUid, atMillis })),
    );
  return [...chosen, ...atSignUp];
}

export function demoArtists(todayMillis: number): DemoPerson[] {
  return ARTISTS.map((row, index) =>
    person(row, 'Artist', todayMillis - (590 - index * 3) * DAY_MILLIS),
  );
}

export function demoFans(todayMillis: number): DemoPerson[] {
  return FANS.map((row, index) => {
    const isNew = row[0] === 'tomasreyes';
    return person(row, 'Fan', todayMillis - (isNew ? 1 : 570 - index) * DAY_MILLIS);
  });
}
