import { heldUsernamePath } from '@datchain/shared/contracts/documents/held-username.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  assertFails,
  assertSucceeds,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import {
  type DocumentData,
  deleteField,
  doc,
  type Firestore,
  Timestamp,
  writeBatch,
} from 'firebase/firestore';
import { beforeAll, beforeEach, describe, it } from 'vitest';
import { aPublicProfile, aUser, freshWorld, write } from '../testing/firestore-world.ts';

interface Signup {
  readonly email?: string | null;
  readonly reserved?: string;
  readonly reservation?: DocumentData;
  readonly user?: DocumentData;
  readonly profile?: DocumentData;
  readonly isHeldBack?: true;
  readonly held?: string | null;
  readonly without?: 'username' | 'user' | 'profile';
}

export const newcomerUid = 'newcomer';
const uid = newcomerUid;
const picture = (who: string, query = '?alt=media&token=1b-2c') =>
  `/v0/b/demo-dats.firebasestorage.app/o/profile_pictures%2F${who}${query}`;
const google = 'https://firebasestorage.googleapis.com';
const local = 'http://127.0.0.1:9199';
const addressOf = (length: number) =>
  `${google}${picture(uid, '?alt=media&token=')}`.padEnd(length, 'a');
const hostsLikeOurs = [google, local].flatMap((host) =>
  [...host.matchAll(/[.]/g)].map(({ index }) => `${host.slice(0, index)}x${host.slice(index + 1)}`),
);

export async function signUp(env: RulesTestEnvironment, signup: Signup = {}): Promise<void> {
  const email = signup.email === undefined ? `${uid}@dats.test` : signup.email;
  const context = env.authenticatedContext(uid, email === null ? {} : { email });
  const db = context.firestore() as unknown as Firestore;
  const user = withoutRemoved(aUser(uid, signup.user));
  const held = signup.held === undefined ? user.ArtistName : signup.held;
  if (held !== null) await write(env, { [docs.artistNameOf(uid)]: { name: held } });
  if (signup.isHeldBack) {
    await write(env, { [heldUsernamePath(user.username_lower)]: { until: 1 } });
  }
  const batch = writeBatch(db);
  if (signup.without !== 'username') {
    const name = signup.reserved ?? user.username_lower;
    batch.set(doc(db, docs.username(name)), signup.reservation ?? { uid });
  }
  if (signup.without !== 'user') batch.set(doc(db, docs.user(uid)), user);
  if (signup.without !== 'profile') {
    const profile = { ...aPublicProfile(user), ...signup.profile };
    batch.set(doc(db, docs.publicProfile(uid)), withoutRemoved(profile));
  }
  return batch.commit();
}

const removed = deleteField();
const withoutRemoved = (data: DocumentData): DocumentData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== removed));

const unfit = new Map([
  ['NUL', '\0'],
  ['a line break', '\n'],
  ['a control beyond ASCII', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a mark from right to left', '\u200f'],
  ['an Arabic mark', '\u061c'],
  ['an override', '\u202e'],
  ['an isolate', '\u2067'],
  ['a space without width', '\u200b'],
  ['a soft hyphen', '\u00ad'],
  ['a joiner of graphemes', '\u034f'],
  ['a filler of Hangul', '\u3164'],
  ['a filler of half width', '\uffa0'],
  ['an inherent vowel of Khmer', '\u17b4'],
  ['a Braille pattern without dots', '\u2800'],
  ['U+FFFE, which is no character', '\ufffe'],
  ['U+2FFFF, which is no character', '\u{2ffff}'],
  ['one of the 32 that are no characters', '\ufdd0'],
  ['the anchor of an annotation', '\ufff9'],
  ['the place of an object', '\ufffc'],
  ['a tag of a language', '\u{e0001}'],
  ['a tag that is part of no flag', '\u{e0061}'],
  ['a code point without a sign of a musical beam', '\u{1d173}'],
]);

const blank = new Map([
  ['spaces', '  '],
  ['blanks of another width', '\u2003\u00a0'],
  ['a joiner', '\u200d'],
  ['marks without a letter', '\u0301\ufe0f'],
]);

export const acceptedSignups: Readonly<Record<string, Signup>> = {
  'an artist with every field': {},
  'a fan with the optional fields empty': {
    user: { accountType: 'Fan', ArtistName: '', ArtistNameLower: '', city: '', country: '' },
  },
  'a username with capitals, reserved in lowercase': {
    user: { username: 'New.Comer_9-A', username_lower: 'new.comer_9-a' },
  },
  'a username of 50 characters': {
    user: { username: 'n'.repeat(50), username_lower: 'n'.repeat(50) },
  },
  '[N-PPL-14] a username with a dot that is no file': {
    user: { username: 'html.indexes', username_lower: 'html.indexes' },
  },
  'a username of one character': { user: { username: 'n', username_lower: 'n' } },
  'an artist name in letters beyond ASCII': {
    user: { ArtistName: 'İNÊS Ω', ArtistNameLower: 'İNÊS Ω'.toLowerCase() },
  },
  'texts as long as they may be': {
    user: {
      name: 'n'.repeat(120),
      ArtistName: 'É'.repeat(120),
      ArtistNameLower: 'é'.repeat(120),
      city: 'c'.repeat(120),
      country: 'c'.repeat(60),
      state: 's'.repeat(60),
    },
  },
  '[N-PPL-16] joiners and emoji in a name': {
    user: { name: '\u0646\u0627\u0645\u0647\u200c\u0647\u0627 \u{1f469}\u200d\u{1f3a4}\ufe0f' },
  },
  '[N-PPL-16] the flag of Wales, a name in Han with its variant, and one in Braille': {
    user: {
      name: 'Ada \u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}\u{1f3f4}',
      city: '\u845b\u{e0100}\u57ce',
      country: '\u2801\u2803',
      state: '\u0928\u094d\u200d\u0928',
    },
  },
  'a profile picture in our bucket': {
    user: { profileImageUrl: `${google}${picture(uid)}` },
  },
  "a profile picture in the local stack's bucket": {
    user: { profileImageUrl: `${local}${picture(uid, '?alt=media')}` },
  },
  'a picture address of 1,000 characters': { user: { profileImageUrl: addressOf(1_000) } },
};

const refused: Record<string, Signup> = {
  'without its username': { without: 'username' },
  'without its user document': { without: 'user' },
  'without its public profile': { without: 'profile' },
  'by a token without e-mail': { email: null },
  "with another person's e-mail": { user: { email: 'owner@dats.test' } },
  'with the e-mail of another token': { email: 'someone.else@dats.test' },

  'with a reservation that has capitals': { reserved: 'Newcomer' },
  'with a username_lower that has capitals': {
    user: { username: 'Newcomer', username_lower: 'Newcomer' },
  },
  'with a reservation of another name': { reserved: 'other' },
  'with a username_lower that is not the username in lowercase': {
    user: { username: 'other' },
  },
  'with a reservation for another uid': { reservation: { uid: 'owner' } },
  'with more than a uid in the reservation': { reservation: { uid, since: 1 } },
  'with a name somebody holds': { user: { username: 'owner', username_lower: 'owner' } },
  'with a name somebody holds, leaving the reservation alone': {
    without: 'username',
    user: { username: 'owner', username_lower: 'owner' },
  },
  '[N-PPL-14] with a username that somebody gave up lately': {
    isHeldBack: true,
    user: { username: 'Given', username_lower: 'given' },
  },
  'with an empty username': { reserved: 'x', user: { username: '', username_lower: '' } },
  'with a username of 51 characters': {
    user: { username: 'n'.repeat(51), username_lower: 'n'.repeat(51) },
  },
  'with a space in the username': { user: { username: 'a b', username_lower: 'a b' } },
  'with a letter beyond ASCII in the username': {
    user: { username: 'josé', username_lower: 'josé' },
  },
  ...Object.fromEntries(
    ['x.html', 'Robots.TXT', 'index', 'dats', 'admin', 'a.', 'a..b'].map((username) => [
      `[N-PPL-14] with the username ${username}, which nobody may take`,
      { user: { username, username_lower: username.toLowerCase() } },
    ]),
  ),
  'with a username that is no text': { reserved: 'x', user: { username: 7, username_lower: 7 } },

  'with an unknown field': { user: { isAdmin: true } },
  'without one of the fields': { user: { state: removed } },
  'without one of the lists': { user: { followers: removed } },
  'with followers': { user: { followers: ['owner'] } },
  'with a purchase history': { user: { purchaseHistory: [{ id: 'dat' }] } },
  'with albums as a number': { user: { albums: 3 } },
  'with a counter above zero': { user: { ScreenSKN: 1 } },
  'with an empty list for a counter': { user: { ScreenSKNpurchased: [] } },
  'with a list that is null': { user: { following: null } },
  'with another id': { user: { id: 'owner' } },
  'with another userId': { user: { userId: 'owner' } },
  'as an account type the product does not know': { user: { accountType: 'Admin' } },
  'as an artist without an artist name': { user: { ArtistName: '', ArtistNameLower: '' } },
  '[N-MON-11] as an artist whose name the server has not given': { held: null },
  '[N-MON-11] as an artist under another name than the server has given': { held: 'Kestrel' },
  'as a fan with an artist name': { user: { accountType: 'Fan' } },
  'as an artist without a city': { user: { city: '' } },
  'with an ArtistNameLower of somebody else': { user: { ArtistNameLower: 'kestrel' } },
  'with an ArtistNameLower beyond every bound': {
    user: { ArtistName: 'Inês', ArtistNameLower: 'i'.repeat(121) },
  },
  'with an artist name of 121 characters': {
    user: { ArtistName: 'a'.repeat(121), ArtistNameLower: 'a'.repeat(121) },
  },
  'with a name of 121 characters': { user: { name: 'a'.repeat(121) } },
  'with a name that is no text': { user: { name: ['Ada'] } },
  'with a city of 121 characters': { user: { city: 'a'.repeat(121) } },
  'with a country of 61 characters': { user: { country: 'a'.repeat(61) } },
  'with a state of 61 characters': { user: { state: 'a'.repeat(61) } },
  ...Object.fromEntries(
    [...unfit].map(([what, odd]) => [
      `[N-PPL-16] with ${what} in the name`,
      { user: { name: `Ada${odd}` } },
    ]),
  ),
  ...Object.fromEntries(
    [...blank].map(([what, name]) => [
      `[N-PPL-16] with a name of ${what} alone`,
      { user: { name } },
    ]),
  ),
  '[N-PPL-16] with a name of two soft hyphens': { user: { name: '\u00ad\u00ad' } },
  '[N-PPL-16] with a city of spaces alone': { user: { city: '  ' } },
  '[N-PPL-16] with a mark that turns the direction in the city': { user: { city: '\u202eLagos' } },
  '[N-PPL-16] with a control in the country': { user: { country: 'N\0G' } },
  '[N-PPL-16] with two lines in the state': { user: { state: 'Y\nork' } },
  'with a time of its own choice': { user: { lastOperationTime: Timestamp.fromMillis(0) } },

  "with somebody else's picture": { user: { profileImageUrl: `${google}${picture('owner')}` } },
  'with a picture from another bucket': {
    user: { profileImageUrl: `${google}/v0/b/elsewhere.app/o/profile_pictures%2F${uid}?alt=media` },
  },
  'with a picture from a bucket whose name has other characters where ours has dots': {
    user: {
      profileImageUrl: `${google}/v0/b/demo-dats-firebasestorage-app/o/profile_pictures%2F${uid}?alt=media`,
    },
  },
  'with a picture from a bucket whose name begins like ours': {
    user: { profileImageUrl: `${google}${picture(uid).replace('.app/', '.app.test/')}` },
  },
  'with a picture address that has two tokens': {
    user: { profileImageUrl: `${google}${picture(uid)}&token=3d` },
  },
  'with a picture address without a host': { user: { profileImageUrl: picture(uid).slice(6) } },
  'with a picture from another host': {
    user: { profileImageUrl: `https://tracker.example${picture(uid)}` },
  },
  'with a picture address that only contains ours': {
    user: { profileImageUrl: `https://tracker.example/?${google}${picture(uid)}` },
  },
  ...Object.fromEntries(
    hostsLikeOurs.map((host) => [
      `with a picture from ${host}`,
      { user: { profileImageUrl: `${host}${picture(uid)}` } },
    ]),
  ),
  'with a picture address within another': {
    user: { profileImageUrl: `${google}/v0/b/${google}${picture(uid)}` },
  },
  'with a picture address of 1,001 characters': { user: { profileImageUrl: addressOf(1_001) } },
  'with a picture that is no text': { user: { profileImageUrl: null } },

  'with another username in the public profile': { profile: { username: 'owner' } },
  'with another name in the public profile': { profile: { name: 'Kestrel' } },
  "with an artist's own name in the public profile": { profile: { name: 'Adaeze Nwosu' } },
  'with another picture in the public profile': {
    profile: { profileImageUrl: 'https://x.example' },
  },
  'with another account type in the public profile': { profile: { accountType: 'Fan' } },
  'with the e-mail in the public profile': { profile: { email: `${uid}@dats.test` } },
  'with a public profile that lacks a field': { profile: { name: removed } },
};

const table = (signups: Readonly<Record<string, Signup>>) =>
  Object.entries(signups).map(([title, signup]) => ({ title, signup }));

/** Tests the batch that binds name, user and public profile to each other (R-REL-14). */
export function describeSignup(env: () => RulesTestEnvironment): void {
  describe('accepts', () => {
    beforeEach(() => freshWorld(env()));

    it.each(table(acceptedSignups))('$title', ({ signup }) =>
      assertSucceeds(signUp(env(), signup)),
    );
  });

  describe('refuses a signup', () => {
    beforeAll(() => freshWorld(env()));
    beforeEach(() =>
      env().withSecurityRulesDisabled((server) =>
        server.firestore().doc(docs.artistNameOf(uid)).delete(),
      ),
    );

    it.each(table(refused))('$title', ({ signup }) => assertFails(signUp(env(), signup)));
  });

  describe('once signed up', () => {
    beforeEach(async () => {
      await freshWorld(env());
      await signUp(env());
    });

    const newcomer = () =>
      env()
        .authenticatedContext(uid, { email: `${uid}@dats.test` })
        .firestore() as unknown as Firestore;
    const commit = (documents: Record<string, DocumentData>) => {
      const db = newcomer();
      const batch = writeBatch(db);
      for (const [path, data] of Object.entries(documents)) batch.set(doc(db, path), data);
      return batch.commit();
    };

    it('refuses a second username', () =>
      assertFails(commit({ [docs.username('second')]: { uid } })));

    it('refuses a second username together with a rewritten user document', () =>
      assertFails(
        commit({
          [docs.username('second')]: { uid },
          [docs.user(uid)]: aUser(uid, { username: 'second', username_lower: 'second' }),
        }),
      ));

    it('refuses to hand the username to somebody else', () =>
      assertFails(commit({ [docs.username(uid)]: { uid: 'stranger' } })));

    it('refuses the same signup again', () => assertFails(signUp(env())));

    it('refuses to begin again as a fan', () =>
      assertFails(
        commit({
          [docs.user(uid)]: aUser(uid, { accountType: 'Fan', ArtistName: '', ArtistNameLower: '' }),
        }),
      ));

    it('restores a lost public profile from the user document, and only from it', async () => {
      await env().withSecurityRulesDisabled(async (server) => {
        await server.firestore().doc(docs.publicProfile(uid)).delete();
      });
      const profile = aPublicProfile(aUser(uid));
      await assertFails(commit({ [docs.publicProfile(uid)]: { ...profile, name: 'Kestrel' } }));
      await assertSucceeds(commit({ [docs.publicProfile(uid)]: profile }));
    });
  });

  it('leaves nothing behind when the name is taken by somebody who signed up just before', async () => {
    await freshWorld(env());
    await write(env(), { [docs.username(uid)]: { uid: 'faster' } });
    await assertFails(signUp(env()));
    await env().withSecurityRulesDisabled(async (server) => {
      const user = await server.firestore().doc(docs.user(uid)).get();
      if (user.exists) throw new Error('The refused signup left its user document');
    });
  });
}
