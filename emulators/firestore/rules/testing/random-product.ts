import type { Fields, Value } from '../../contract.ts';
import { int, list, map, type Question, text, type World, type Write } from './questions.ts';
import type { Chance } from './random.ts';

const empty = [
  'purchaseHistory',
  'salesHistory',
  'uploadedItems',
  'purchasedItems',
  'streamedSongs',
];
const alsoEmpty = [
  'streamedVideos',
  'following',
  'followers',
  'purchasedMedia',
  'albums',
  'singles',
];

/** A user document as the signup writes it, but for the time. */
function userFields(uid: string, accountType: string): Fields {
  const artist = accountType === 'Artist' ? 'Ada Okonjo' : '';
  return {
    id: text(uid),
    userId: text(uid),
    email: text(`${uid}@dats.test`),
    name: text('Adaeze Nwosu'),
    ArtistName: text(artist),
    ArtistNameLower: text(artist.toLowerCase()),
    username: text(uid),
    username_lower: text(uid),
    city: text('Lagos'),
    country: text('NG'),
    state: text(''),
    accountType: text(accountType),
    profileImageUrl: text(''),
    ...Object.fromEntries(
      [...empty, ...alsoEmpty, 'videos', 'videoalbums'].map((name) => [name, list()]),
    ),
    ScreenSKN: int(0),
    ScreenSKNpurchased: int(0),
  };
}

const profileFields = (user: Fields): Fields => ({
  username: user.username!,
  name:
    'stringValue' in user.ArtistName! && user.ArtistName.stringValue ? user.ArtistName : user.name!,
  profileImageUrl: user.profileImageUrl!,
  accountType: user.accountType!,
});

/** A world with an allow-list, the owner signed up, an artist's name that is held, and records. */
export function productWorld(fixedUsers: readonly string[]): World {
  const owner = { ...userFields('owner', 'Fan'), lastOperationTime: { nullValue: null } } as const;
  const one = (uid: string): Fields => ({ uid: text(uid), state: text('paid') });
  return {
    'portalAllowedUsers/allowedUsers': { users: list(text('operator')) },
    'users/owner': owner,
    'usernames/owner': { uid: text('owner') },
    'publicProfiles/owner': profileFields(owner),
    'artistNamesOf/newcomer': { name: text('Ada Okonjo') },
    'users/owner/wallet/main': { balance: int(0) },
    'users/owner/movements/m': one('owner'),
    ...Object.fromEntries(
      fixedUsers.map((uid) => [
        `users/${uid}`,
        { ...userFields(uid, 'Fan'), followers: list(text('x')) },
      ]),
    ),
    ...Object.fromEntries(
      ['orders', 'payouts', 'listings'].flatMap((name) => [
        [`${name}/mine`, one('owner')],
        [`${name}/other`, one('stranger')],
      ]),
    ),
    'assetsSummary/p': one('x'),
    'journal/e': one('owner'),
  };
}

const odd: readonly Value[] = [
  ...[text(''), text('x'), text('owner'), text('É'), text('a'.repeat(121)), int(1), list()],
  ...[{ nullValue: null } as const, map({}), text('https://evil.test/v0/b/x')],
  text(
    'https://firebasestorage.googleapis.com/v0/b/demo-dats.firebasestorage.app/o/profile_pictures%2Fnewcomer?alt=media&token=a-1',
  ),
];

/** Now and then something in the fields is wrong: another value, one too many, one missing. */
function spoiled(chance: Chance, fields: Fields): Fields {
  if (chance.once(2)) return fields;
  const name = chance.oneOf(Object.keys(fields));
  if (chance.once(5)) return { ...fields, extra: chance.oneOf(odd) };
  if (!chance.once(5)) return { ...fields, [name]: chance.oneOf(odd) };
  const { [name]: _gone, ...rest } = fields;
  return rest;
}

function signup(chance: Chance): readonly Write[] {
  const uid = chance.oneOf(['newcomer', 'newcomer', 'newcomer', 'owner']);
  const user = userFields(uid, chance.oneOf(['Fan', 'Artist']));
  const stamp = chance.once(8) ? {} : { stamp: 'lastOperationTime' };
  const writes: readonly Write[] = [
    { set: `users/${uid}`, fields: spoiled(chance, user), ...stamp },
    { set: `usernames/${uid}`, fields: chance.once(8) ? {} : { uid: text(uid) } },
    {
      set: `publicProfiles/${uid}`,
      fields: chance.once(3) ? spoiled(chance, profileFields(user)) : profileFields(user),
    },
  ];
  return chance.once(6) ? writes.slice(chance.below(2), 2) : writes;
}

function change(chance: Chance, fixedUsers: readonly string[]): readonly Write[] {
  const uid = chance.oneOf(['owner', 'owner', chance.oneOf(fixedUsers)]);
  const names = ['name', 'city', 'country', 'state', 'profileImageUrl', 'email', 'followers'];
  const fields = chance.once(3)
    ? {
        followers: list(
          text('x'),
          ...(chance.once(3) ? [] : [text(chance.oneOf(['owner', 'stranger']))]),
        ),
      }
    : Object.fromEntries(
        [names[chance.below(names.length)]!, names[chance.below(5)]!].map((name) => [
          name,
          chance.oneOf(odd),
        ]),
      );
  const stamp = chance.once(2) ? { stamp: 'lastOperationTime' } : {};
  return [{ set: `users/${uid}`, fields, isMerge: true, ...stamp }];
}

const places = [
  'users/owner',
  'users/none',
  'usernames/owner',
  'publicProfiles/owner',
  'orders/mine',
];
const others = [
  'orders/other',
  'orders/none',
  'payouts/mine',
  'listings/mine',
  'assetsSummary/p',
  'journal/e',
];
const inner = [
  'users/owner/wallet/main',
  'users/owner/movements/m',
  'portalAllowedUsers/allowedUsers',
];

function listing(chance: Chance): Question {
  const [collectionId, parent] = chance.oneOf([
    ...['users', 'orders', 'listings', 'publicProfiles', 'assetsSummary'].map((name) => [name, '']),
    ['movements', 'users/owner'],
  ] as const) as readonly [string, string];
  const field = chance.oneOf(['uid', 'state', 'username_lower']);
  const where = {
    fieldFilter: {
      field: { fieldPath: field },
      op: chance.oneOf(['EQUAL', 'EQUAL', 'GREATER_THAN']),
      value: text(chance.oneOf(['owner', 'stranger', 'paid'])),
    },
  };
  const from = [{ collectionId, allDescendants: chance.once(10) }];
  return {
    list: {
      from,
      ...(chance.once(4) ? {} : { where }),
      ...(chance.once(3) ? {} : { limit: 6 + chance.below(3) }),
    },
    parent,
  };
}

/** Something an app, or someone else in its place, might want. */
export function randomWish(chance: Chance, fixedUsers: readonly string[]): Question {
  switch (chance.below(8)) {
    case 0:
    case 1:
    case 2:
      return { commit: signup(chance) };
    case 3:
      return { commit: change(chance, fixedUsers) };
    case 4:
      return { get: chance.oneOf([...places, ...others, ...inner]) };
    case 5:
      return { commit: [{ delete: chance.oneOf([...places, ...inner]) }] };
    default:
      return listing(chance);
  }
}
