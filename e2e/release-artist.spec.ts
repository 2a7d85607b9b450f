import { storeNewUser, zeroCounters } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { countries, usStates } from '@datchain/shared/domain/release/places.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { test as base, expect } from './support/fixtures.ts';
import { menuEntries } from './support/menu.ts';
import { type Newcomer, removeNewcomer, uidOf } from './support/newcomer.ts';
import {
  aPng,
  aWord,
  choose,
  combo,
  expectKept,
  lookFor,
  openForm,
  options,
  profileQuestion,
} from './support/release-form.ts';

type Seeded = { username: string; artistName?: string };

const test = base.extend<{
  newcomer: Newcomer;
  /** Writes user documents that can be searched; removed at the end. */
  seedUsers: (users: readonly Seeded[]) => Promise<void>;
}>({
  newcomer: async ({ admin }, use) => {
    const word = aWord();
    const newcomer = {
      email: `${word}@dats.test`,
      password: 'a-password',
      username: `Artist.${word}`,
    };
    await use(newcomer);
    await removeNewcomer(admin, newcomer);
  },
  seedUsers: async ({ admin }, use) => {
    const paths: string[] = [];
    await use(async (users) => {
      for (const { username, artistName = '' } of users) {
        const uid = `searched-${username}`;
        const user = storeNewUser(
          {
            uid,
            email: `${uid}@mail.example`,
            username,
            name: artistName || username,
            accountType: artistName ? 'Artist' : 'Fan',
            artistName,
            city: '',
            country: '',
            state: '',
            profileImageUrl: '',
          },
          0,
        );
        paths.push(docs.user(uid));
        await admin.firestore.doc(docs.user(uid)).set(user);
      }
    });
    await Promise.all(paths.map((path) => admin.firestore.doc(path).delete()));
  },
});

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

async function openNewArtist(page: Page, signIn: Parameters<typeof openForm>[1]): Promise<void> {
  await openForm(page, signIn);
  await choose(page, profileQuestion, 'No');
}

/** No one else is called so. */
const artistNameOf = (username: string): string => `The Inês ${username} Trio`;

async function fill(page: Page, { email, password, username }: Newcomer): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Artist name').fill(artistNameOf(username));
  await page.getByLabel('City').fill('Detroit');
  await page.getByLabel('State').selectOption('Michigan');
}

/** The field says it too, and has the focus. */
async function expectAt(page: Page, label: string, sentence: string): Promise<void> {
  const field = page.getByLabel(label);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
}

test('[R-REL-11] an artist is found by username and by artist name in any case, once each and above fans', {
  tag: '@long',
}, async ({ page, signIn, seedUsers }) => {
  const word = aWord();
  await seedUsers([
    { username: `${word}-fan` },
    { username: `${word}-Both`, artistName: `${word.toUpperCase()} Both` },
    { username: `z-${word}`, artistName: `${word} Trio` },
    { username: `${word}trio`, artistName: 'Somebody Else' },
  ]);
  await openForm(page, signIn);
  await choose(page, profileQuestion, 'Yes');
  const artist = combo(page, 'Artist');
  await lookFor(artist, word.toUpperCase());
  await expect(options(page)).toHaveText([
    `${word.toUpperCase()} Both@${word}-BothArtist`,
    `Somebody Else@${word}trioArtist`,
    `${word} Trio@z-${word}Artist`,
    `@${word}-fanFan`,
  ]);
  // With room in it: the artist name begins so, and a username is that without the room.
  await lookFor(artist, `${word} Trio`);
  await expect(options(page)).toHaveText([
    `${word} Trio@z-${word}Artist`,
    `Somebody Else@${word}trioArtist`,
  ]);
  await lookFor(artist, `@${word}-f`);
  await options(page).first().click();
  const refusal = `@${word}-fan is a fan account, not an artist profile.`;
  await expect(artist).toHaveAccessibleDescription(new RegExp(refusal));
  await lookFor(artist, `${word}-both`);
  await options(page).first().click();
  await expect(artist).toHaveValue(`${word.toUpperCase()} Both (@${word}-Both)`);
  await expect(page.getByText(refusal)).toHaveCount(0);
});

test('[R-REL-11] each of the three searches brings at most 7; one that fails is logged and finds no one', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, seedUsers, consoleGuard }) => {
  consoleGuard.expect(/status of 500.*runQuery/);
  const word = aWord();
  await seedUsers(
    Array.from({ length: 9 }, (_, index) => ({ username: `${word}${index}`, artistName: 'Any' })),
  );
  await openForm(page, signIn);
  await choose(page, profileQuestion, 'Yes');
  const limits: number[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith(':runQuery')) return;
    limits.push(request.postDataJSON().structuredQuery.limit);
  });
  await lookFor(combo(page, 'Artist'), word);
  await expect(options(page)).toHaveCount(7);
  expect(limits).toEqual([7, 7, 7]);

  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.route('**/documents:runQuery', (route) => route.fulfill({ status: 500 }));
  await lookFor(combo(page, 'Artist'), `${word}1`);
  await expect(page.getByText('No user found.')).toBeVisible();
  await expect.poll(() => warnings.join()).toContain('The user search failed.');
  await expect(combo(page, 'Artist')).toHaveJSProperty('maxLength', 80);
});

test('[R-REL-04] the United States are chosen at first and ask for one of 50 states; no other country does', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await openNewArtist(page, signIn);
  const country = page.getByLabel('Country');
  await expect(country).toHaveValue('United States');
  await expect(country.locator('option')).toHaveText([...countries]);
  await expect(page.getByLabel('State').locator('option')).toHaveText([
    'Choose a state',
    ...usStates,
  ]);
  await country.selectOption('Ghana');
  await expect(page.getByLabel('State')).toHaveCount(0);
});

test('[R-REL-04] [R-REL-16] what is missing or wrong is said in an alert and at its field', {
  tag: '@long',
}, async ({ page, signIn, newcomer, newAccount, admin, consoleGuard }) => {
  consoleGuard.expect(/status of 400.*accounts:(signUp|signInWithPassword)/);
  await openNewArtist(page, signIn);
  const alerted = () => alertAfter(page, () => createAccount(page));
  expect(await alerted()).toBe('Please fill in all mandatory fields.');
  await expectAt(page, 'E-mail', 'Please fill in all mandatory fields.');
  for (const label of ['Password', 'Username', 'Artist name', 'City']) {
    await fill(page, newcomer);
    await page.getByLabel(label).fill('');
    expect(await alerted()).toBe('Please fill in all mandatory fields.');
    await expectAt(page, label, 'Please fill in all mandatory fields.');
  }
  await expectAccessible(page, 'a new artist with errors');

  await fill(page, { ...newcomer, email: 'nobody' });
  expect(await alerted()).toBe('Invalid email format.');
  await expectAt(page, 'E-mail', 'Invalid email format.');

  await fill(page, { ...newcomer, password: 'short' });
  expect(await alerted()).toMatch(/^Firebase: .*6 characters/);
  await expectAt(page, 'Password', '6 characters');

  const taken = await newAccount();
  await fill(page, { ...newcomer, email: taken.email, password: 'another-password' });
  expect(await alerted()).toMatch(/^Firebase: .*already in use/);
  await expectAt(page, 'E-mail', 'This e-mail already has an account.');
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();
});

test('[R-REL-15] a username that is taken in other letters is refused, and neither account nor picture stays', {
  tag: '@long',
}, async ({ page, signIn, newcomer, admin, stack, consoleGuard }) => {
  consoleGuard.expect(/status of 403.*documents:commit/);
  const reserved = admin.firestore.doc(docs.username(newcomer.username.toLowerCase()));
  await reserved.set({ uid: 'somebody-else' });
  await openNewArtist(page, signIn);
  await fill(page, { ...newcomer, username: newcomer.username.toUpperCase() });
  expect(await alertAfter(page, () => createAccount(page))).toBe('Username already taken');
  await expectAt(page, 'Username', 'Username already taken');
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();

  // Free when it is asked about, taken when the documents are written: the picture is there by
  // then.
  await reserved.delete();
  await page.getByLabel('Profile image').setInputFiles(await aPng('me.png'));
  await expect(page.getByText('me.png')).toBeVisible();
  let uid = '';
  await page.route('**/documents:commit?**', async (route) => {
    await reserved.set({ uid: 'somebody-else' });
    uid = (await uidOf(admin, newcomer.email)) ?? '';
    await route.continue();
  });
  expect(await alertAfter(page, () => createAccount(page))).toBe('Username already taken');
  expect(uid).not.toBe('');
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();
  expect((await fetch(pictureUrl(stack.addresses.storage, uid))).status).toBe(404);
  await reserved.delete();
});

const pictureUrl = (storage: string, uid: string): string =>
  `${storage}/v0/b/demo-dats.firebasestorage.app/o/profile_pictures%2F${uid}?alt=media`;

test('[R-REL-16] a picture that the storage refuses is said, and leaves no account', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newcomer, admin, stack, consoleGuard }) => {
  consoleGuard.expect(/status of 403/);
  await openNewArtist(page, signIn);
  await fill(page, newcomer);
  await page.getByLabel('Profile image').setInputFiles(await aPng('me.png'));
  await expect(page.getByText('me.png')).toBeVisible();
  await page.route(`${stack.addresses.storage}/**`, (route) =>
    route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} }),
  );
  const said = 'No account was made. Try again.';
  expect(await alertAfter(page, () => createAccount(page))).toBe(said);
  await expect(page.getByRole('alert')).toContainText(said);
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();
  const name = docs.username(newcomer.username.toLowerCase());
  expect((await admin.firestore.doc(name).get()).exists).toBe(false);
});

test('[R-REL-05] [R-REL-14] a new artist is made with all that the rules demand and a picture, and the operator stays logged in', async ({
  page,
  signIn,
  newcomer,
  admin,
}) => {
  await openNewArtist(page, signIn);
  await fill(page, newcomer);
  await page.getByLabel('Profile image').setInputFiles(await aPng('me.png', 320));
  await expect(page.getByText(/^320 × 320/)).toBeVisible();
  await createAccount(page);
  const { username, email } = newcomer;
  // The form's button says how far it is, where this goes wrong.
  const state = page.locator('form.new-artist button[type=submit], div.notice[role=status]');
  await expect(state.last()).toContainText('Account successfully created');
  await expect(page.getByText(`@${username}, ${artistNameOf(username)}`)).toBeVisible();
  await expect(page.getByRole('form', { name: 'New artist account' })).toHaveCount(0);
  expect(await menuEntries(page)).toContain('RELEASE');

  const uid = (await uidOf(admin, email)) ?? '';
  const read = async (path: string) => (await admin.firestore.doc(path).get()).data();
  expect(await read(docs.username(username.toLowerCase()))).toEqual({ uid });
  const user = await read(docs.user(uid));
  const profileImageUrl = String(user?.profileImageUrl);
  expect(user).toEqual(
    storeNewUser(
      {
        uid,
        email,
        username,
        name: artistNameOf(username),
        accountType: 'Artist',
        artistName: artistNameOf(username),
        city: 'Detroit',
        country: 'United States',
        state: 'Michigan',
        profileImageUrl,
      },
      user?.lastOperationTime,
    ),
  );
  expect(await read(docs.publicProfile(uid))).toEqual({
    username,
    name: artistNameOf(username),
    profileImageUrl,
    accountType: 'Artist',
  });
  const stored = await fetch(profileImageUrl);
  expect(stored.headers.get('content-type')).toBe('image/png');
  // It was drawn again: what a file says besides stays on the device.
  const drawn = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
  expect(drawn).toMatchObject({ format: 'png', width: 512, height: 512 });
  expect((await admin.database.ref(`users/${uid}`).get()).val()).toEqual(zeroCounters);
  expect((await admin.auth.getUser(uid)).displayName).toBe(username);

  // The new artist is the one this is released for, also after a reload, and has a profile from now
  // on.
  await expectKept(page);
  await page.reload();
  await expect(page.getByText('Account successfully created')).toBeVisible();
  await choose(page, profileQuestion, 'Yes');
  await expect(combo(page, 'Artist')).toHaveValue(`${artistNameOf(username)} (@${username})`);
});

test('a draft keeps what is known of a new artist, and never the password', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newcomer }) => {
  await openNewArtist(page, signIn);
  await fill(page, { ...newcomer, password: 'not-for-keeps' });
  await expectKept(page);
  await page.reload();
  await expect(page.getByLabel('E-mail')).toHaveValue(newcomer.email);
  await expect(page.getByLabel('State')).toHaveValue('Michigan');
  await expect(page.getByLabel('Password')).toHaveValue('');
  const kept = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval').objectStore('keyval').getAll();
          reading.onerror = reject;
          reading.onsuccess = () => resolve(JSON.stringify(reading.result));
        };
      }),
  );
  expect(kept).toContain(newcomer.email);
  expect(kept).not.toContain('not-for-keeps');
});
