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
  serverTimestamp,
  Timestamp,
  updateDoc,
  writeBatch,
} from 'firebase/firestore';
import { beforeEach, it } from 'vitest';
import { aPublicProfile, aUser, freshWorld, write } from '../testing/firestore-world.ts';
import { connectAs } from '../testing/roles.ts';

const picture =
  'https://firebasestorage.googleapis.com/v0/b/demo-dats.firebasestorage.app/o/profile_pictures%2F';

const accepted: readonly [string, DocumentData][] = [
  ['name, city, country and state', { name: 'Ada', city: 'Leeds', country: 'GB', state: 'York' }],
  ['the time of the last operation, set by the server', { lastOperationTime: serverTimestamp() }],
  ['a picture of their own in our bucket', { profileImageUrl: `${picture}owner?alt=media` }],
  ['the picture to none', { profileImageUrl: '' }],
];

const refused: readonly [string, DocumentData][] = [
  ['the e-mail', { email: 'other@dats.test' }],
  ['the username', { username: 'Other' }],
  ['the username in lowercase', { username_lower: 'other' }],
  ['the account type', { accountType: 'Fan' }],
  ['the artist name', { ArtistName: 'Kestrel' }],
  ['their own followers', { followers: ['owner'] }],
  ['whom they follow', { following: ['fixed-1'] }],
  ['the purchase history', { purchaseHistory: [{ id: 'dat' }] }],
  ['a field that does not exist', { isAdmin: true }],
  ['a permitted field together with a forbidden one', { city: 'Leeds', albums: [1] }],
  ['a name of 121 characters', { name: 'a'.repeat(121) }],
  ['a city of 121 characters', { city: 'a'.repeat(121) }],
  ['[N-PPL-16] a name of two lines', { name: 'Ada\nOkonjo' }],
  ['[N-PPL-16] a name that is read backwards', { name: '\u202eojnokO adA' }],
  ['[N-PPL-16] a name of two soft hyphens', { name: '\u00ad\u00ad' }],
  ['[N-PPL-16] a name of spaces', { name: '   ' }],
  ['[N-PPL-16] a city that is read backwards', { city: '\u202esdeeL' }],
  ['[N-PPL-16] a control in the country', { country: 'G\0B' }],
  ['[N-PPL-16] a control in the state', { state: 'Y\0ork' }],
  ['a city that is no text', { city: 7 }],
  ['a country of 61 characters', { country: 'a'.repeat(61) }],
  ['a state of 61 characters', { state: 'a'.repeat(61) }],
  ['a permitted field by deleting it', { city: deleteField() }],
  ['a time of their own choice', { lastOperationTime: Timestamp.fromMillis(0) }],
  ["somebody else's picture", { profileImageUrl: `${picture}stranger?alt=media` }],
  [
    'a picture from a bucket whose name only looks like ours',
    {
      profileImageUrl: `${picture.replace(/demo-dats[.]firebasestorage[.]app/, 'demo-dats-firebasestorage-app')}owner?alt=media`,
    },
  ],
  ['a picture from elsewhere', { profileImageUrl: 'https://tracker.example/pixel.png' }],
];

export function describeOwnDetails(env: () => RulesTestEnvironment): void {
  beforeEach(() => freshWorld(env()));
  const owner = () => connectAs(env(), 'owner').firestore() as unknown as Firestore;
  const update = (change: DocumentData) => updateDoc(doc(owner(), docs.user('owner')), change);

  it.each(accepted)('lets the owner change %s', (_title, change) => assertSucceeds(update(change)));

  it.each(refused)('does not let the owner change %s', (_title, change) =>
    assertFails(update(change)),
  );

  it('lets the owner change the city of a document older than most fields', async () => {
    await write(env(), {
      [docs.user('owner')]: { userId: 'owner', profileImageUrl: 'https://older.example/a.png' },
    });
    await assertSucceeds(update({ city: 'Leeds' }));
  });

  it('compares uids letter by letter, so that a dot in one is not a pattern', async () => {
    await write(env(), { [docs.user('own.r')]: aUser('own.r') });
    const db = env().authenticatedContext('own.r').firestore() as unknown as Firestore;
    const show = (whose: string) =>
      updateDoc(doc(db, docs.user('own.r')), {
        profileImageUrl: `${picture}${whose}?alt=media&token=1b-2c`,
      });
    await assertFails(show('owner'));
    await assertSucceeds(show('own.r'));
  });

  it('lets the public profile change with the user document in the same batch', async () => {
    const db = owner();
    const batch = writeBatch(db);
    const profileImageUrl = `${picture}owner?alt=media`;
    batch.update(doc(db, docs.user('owner')), { profileImageUrl });
    batch.set(
      doc(db, docs.publicProfile('owner')),
      aPublicProfile(aUser('owner', { profileImageUrl })),
    );
    await assertSucceeds(batch.commit());
  });

  it('does not let the public profile differ from the user document', () =>
    assertFails(updateDoc(doc(owner(), docs.publicProfile('owner')), { name: 'Kestrel' })));

  it('does not let another user write the public profile, not even truthfully', () => {
    const stranger = connectAs(env(), 'stranger').firestore() as unknown as Firestore;
    return assertFails(
      updateDoc(doc(stranger, docs.publicProfile('owner')), { accountType: 'Artist' }),
    );
  });
}
