import { storeNewUser, zeroCounters } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { test as base, expect } from './support/fixtures.ts';
import { menuEntries } from './support/menu.ts';
import { type Newcomer, removeNewcomer, uidOf } from './support/newcomer.ts';
import {
  aPng,
  aWord,
  choose,
  combo,
  expectKept,
  openForm,
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
