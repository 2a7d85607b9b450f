import { docs } from '@datchain/shared/contracts/paths.ts';
import { test as base, expect } from '@datchain/testing/browsers/fixtures.ts';
import { menuEntries } from '@datchain/testing/browsers/menu.ts';
import { findUid, type Newcomer, removeNewcomer } from '@datchain/testing/browsers/newcomer.ts';
import {
  aPng,
  aWord,
  choose,
  combo,
  expectKept,
  openForm,
  profileQuestion,
} from '@datchain/testing/browsers/release-form.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

const test = base.extend<{
  newcomer: Newcomer;
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
});

const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

async function openNewArtist(page: Page, signIn: Parameters<typeof openForm>[1]): Promise<void> {
  await openForm(page, signIn);
  await choose(page, profileQuestion, 'No');
}

const artistNameOf = (username: string): string => `The Inês ${username} Trio`;

async function fill(page: Page, { email, password, username }: Newcomer): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Artist name').fill(artistNameOf(username));
  await page.getByLabel('City').fill('Detroit');
  await page.getByLabel('State').selectOption('Michigan');
}

test('[R-REL-05] a new artist is created with a picture, and the operator stays logged in', async ({
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
  // The form's button shows the progress if this fails.
  const state = page.locator('form.new-artist button[type=submit], div.notice[role=status]');
  await expect(state.last()).toContainText('Account successfully created');
  await expect(page.getByText(`@${username}, ${artistNameOf(username)}`)).toBeVisible();
  await expect(page.getByRole('form', { name: 'New artist account' })).toHaveCount(0);
  expect(await menuEntries(page)).toContain('RELEASE');

  const uid = (await findUid(admin, email)) ?? '';
  const read = async (path: string) => (await admin.firestore.doc(path).get()).data();
  const user = await read(docs.user(uid));
  const profileImageUrl = String(user?.profileImageUrl);
  expect(user).toMatchObject({
    accountType: 'Artist',
    ArtistName: artistNameOf(username),
    city: 'Detroit',
    country: 'United States',
    state: 'Michigan',
  });
  const stored = await fetch(profileImageUrl);
  expect(stored.headers.get('content-type')).toBe('image/png');
  // The picture was redrawn, so metadata of the file stays on the device.
  const drawn = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
  expect(drawn).toMatchObject({ format: 'png', width: 512, height: 512 });

  await expectKept(page);
  await page.reload();
  await expect(page.getByText('Account successfully created')).toBeVisible();
  await choose(page, profileQuestion, 'Yes');
  await expect(combo(page, 'Artist')).toHaveValue(`${artistNameOf(username)} (@${username})`);
});
