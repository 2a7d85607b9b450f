import { randomBytes } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { demoFixedUserIds } from '@datchain/stack/environment.ts';
import { test as base, expect } from '@datchain/testing/browsers/fixtures.ts';
import { menuEntries } from '@datchain/testing/browsers/menu.ts';
import { findUid, type Newcomer, removeNewcomer } from '@datchain/testing/browsers/newcomer.ts';
import { inbox } from '@datchain/testing/server/inbox.ts';
import type { Page } from '@playwright/test';

const test = base.extend<{ newcomer: Newcomer }>({
  newcomer: async ({ admin }, use) => {
    const name = randomBytes(4).toString('hex');
    const newcomer = {
      email: `${name}@dats.test`,
      password: 'a-password',
      username: `Fan.${name}`,
    };
    await use(newcomer);
    await removeNewcomer(admin, newcomer);
  },
});

async function fill(page: Page, { email, password, username }: Newcomer): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Username').fill(username);
}

const signUp = (page: Page): Promise<void> => page.getByRole('button', { name: 'SIGN UP' }).click();

test('[N-FST-02] a failing e-mail provider keeps nobody from signing up', {
  tag: '@once',
}, async ({ page, newcomer, stack }) => {
  await page.goto('/signup');
  await expect(page.getByRole('main').getByRole('link', { name: 'Terms' })).toHaveAttribute(
    'href',
    '/terms',
  );
  await inbox(stack.addresses).fail({ status: 500, times: 1 });
  await fill(page, newcomer);
  await signUp(page);
  await page.waitForURL('**/home');
  expect(await menuEntries(page)).toContain('WALLET');
});

test('[R-REL-17] a new user follows the four artists of the demo world, sees that, and can stop', {
  tag: '@small',
}, async ({ page, newcomer, admin }) => {
  const artists = await Promise.all(
    demoFixedUserIds.map(async (uid) => {
      const profile = await admin.firestore.doc(docs.publicProfile(uid)).get();
      const count = (await admin.firestore.doc(docs.followers(uid)).get()).get('count');
      return {
        uid,
        name: String(profile.get('name')),
        username: String(profile.get('username')),
        count: Number(count),
      };
    }),
  );
  expect(artists).toHaveLength(4);
  await page.goto('/signup');
  await fill(page, newcomer);
  await signUp(page);
  await page.waitForURL('**/home');
  const uid = await findUid(admin, newcomer.email);

  await page.goto('/account');
  const main = page.getByRole('main');
  for (const { name } of artists) {
    await expect(main.getByRole('link', { name })).toBeVisible();
  }
  for (const artist of artists) {
    const user = await admin.firestore.doc(docs.user(artist.uid)).get();
    expect(user.get('followers')).toContain(uid);
    await page.goto(`/follow/${artist.username}`);
    await expect(main).toContainText(`${artist.count + 1} followers. You follow them`);
  }
  await main.getByRole('button', { name: 'Unfollow' }).click();
  await expect(main).toContainText(`${artists.at(-1)?.count} followers. We can tell you`);
});

test('an interrupted signup continues with the same address and password, and a double click makes one account', {
  tag: '@once',
}, async ({ page, newcomer, admin, consoleGuard }) => {
  consoleGuard.expect(/status of 400.*accounts:signUp/);
  const { uid } = await admin.auth.createUser(newcomer);
  await page.goto('/signup');
  await fill(page, newcomer);
  await page.getByRole('button', { name: 'SIGN UP' }).dblclick();
  await page.waitForURL('**/home');
  const user = await admin.firestore.doc(docs.user(uid)).get();
  expect(user.get('username')).toBe(newcomer.username);
  expect(user.get('accountType')).toBe('Fan');
});
