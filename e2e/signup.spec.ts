import { randomBytes } from 'node:crypto';
import { demoFixedUserIds } from '@datchain/emulators/stack/environment.ts';
import { inbox, linkIn } from '@datchain/functions/testing/inbox.ts';
import { zeroCounters } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Page } from '@playwright/test';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { test as base, expect } from './support/fixtures.ts';
import { logOut, menuEntries } from './support/menu.ts';
import { type Newcomer, removeNewcomer, uidOf } from './support/newcomer.ts';

/** Someone without an account; what they made is removed at the end. */
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

const alertAfterSignUp = (page: Page): Promise<string> => alertAfter(page, () => signUp(page));

/** The field says it too, and has the focus. */
async function expectAt(page: Page, label: string, sentence: string): Promise<void> {
  const field = page.getByLabel(label);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
}

test('a visitor signs up, is logged in, and has all that the rules demand', {
  tag: '@small',
}, async ({ page, newcomer, admin }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
  await expectAccessible(page, '/signup');
  await fill(page, newcomer);
  await signUp(page);
  await page.waitForURL('**/home');
  expect(await menuEntries(page)).toContain('WALLET');

  const uid = (await uidOf(admin, newcomer.email)) ?? '';
  const read = async (path: string) => (await admin.firestore.doc(path).get()).data();
  const { username } = newcomer;
  expect(await read(docs.username(username.toLowerCase()))).toEqual({ uid });
  expect(await read(docs.user(uid))).toMatchObject({
    id: uid,
    email: newcomer.email,
    username,
    username_lower: username.toLowerCase(),
    accountType: 'Fan',
    followers: [],
  });
  expect(await read(docs.publicProfile(uid))).toMatchObject({ username, accountType: 'Fan' });
  expect((await admin.database.ref(`users/${uid}`).get()).val()).toEqual(zeroCounters);
  expect((await admin.auth.getUser(uid)).displayName).toBe(username);
});

test('[N-FST-02] a provider of e-mail that fails keeps nobody from signing up', {
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

test('[R-REL-17] a new user follows the four artists of the demo world, sees it, and can stop', {
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
  const uid = await uidOf(admin, newcomer.email);

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

test('what is missing or wrong is said in an alert and at its field', {
  tag: ['@once', '@long'],
}, async ({ page, newcomer, newAccount, admin, consoleGuard }) => {
  consoleGuard.expect(/status of 400.*accounts:(signUp|signInWithPassword)/);
  await page.goto('/signup');
  expect(await alertAfterSignUp(page)).toBe('Please fill in all mandatory fields.');
  await expectAt(page, 'E-mail', 'Please fill in all mandatory fields.');
  await expectAccessible(page, '/signup with errors');

  await fill(page, { ...newcomer, email: 'nobody' });
  expect(await alertAfterSignUp(page)).toBe('Invalid email format.');
  await expectAt(page, 'E-mail', 'Invalid email format.');

  await fill(page, { ...newcomer, username: 'two words' });
  await alertAfterSignUp(page);
  await expectAt(page, 'Username', 'Usernames can have letters');

  await fill(page, { ...newcomer, password: 'short' });
  expect(await alertAfterSignUp(page)).toMatch(/^Firebase: .*6 characters/);
  await expectAt(page, 'Password', '6 characters');

  const taken = await newAccount();
  await fill(page, { ...newcomer, email: taken.email, password: 'another-password' });
  expect(await alertAfterSignUp(page)).toMatch(/^Firebase: .*already in use/);
  await expectAt(page, 'E-mail', 'This e-mail already has an account.');
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();
});

test('a username that is taken is refused, before and while the account is made, and nothing stays', {
  tag: ['@once', '@long'],
}, async ({ page, newcomer, admin, consoleGuard }) => {
  consoleGuard.expect(/status of 403.*documents:commit/);
  const reserved = admin.firestore.doc(docs.username(newcomer.username.toLowerCase()));
  await reserved.set({ uid: 'somebody-else' });
  await page.goto('/signup');
  await fill(page, { ...newcomer, username: newcomer.username.toUpperCase() });
  expect(await alertAfterSignUp(page)).toBe('Username already taken');
  await expectAt(page, 'Username', 'Username already taken');
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();

  // Free when it is asked about, taken when the documents are written.
  await reserved.delete();
  await page.route('**/accounts:signUp?**', async (route) => {
    await reserved.set({ uid: 'somebody-else' });
    await route.continue();
  });
  expect(await alertAfterSignUp(page)).toBe('Username already taken');
  expect(await uidOf(admin, newcomer.email)).toBeUndefined();
  expect(await menuEntries(page)).toContain('LOG IN');

  await page.unroute('**/accounts:signUp?**');
  await reserved.delete();
  await signUp(page);
  await page.waitForURL('**/home');
});

test('a signup that died half-way goes on with the same address and password; twice pressed makes one account', {
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
});

test('a visitor who was asked to log in comes back there by signing up', {
  tag: ['@once', '@long'],
}, async ({ page, newcomer }) => {
  await page.goto('/cashout');
  await page.getByRole('main').getByRole('link', { name: 'LOG IN' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup?next=%2Fcashout');
  await fill(page, newcomer);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cashout');
  await expect(page.getByRole('heading', { name: 'Complete Your Stripe Setup' })).toBeVisible();
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'You are logged in' })).toBeVisible();
});

test('who forgot the password gets a mail, and the answer does not say who has an account', {
  tag: '@long',
}, async ({ page, newAccount, logIn, stack }) => {
  const account = await newAccount();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill('nobody@dats.test');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody@dats.test');
  await expectAccessible(page, 'asking for a new password');
  for (const email of ['nobody@dats.test', account.email]) {
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(`If ${email} has an account, we`)).toBeVisible();
  }
  await page.getByLabel('E-mail').fill('nobody');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Invalid email format.')).toBeVisible();

  const link = linkIn((await inbox(stack.addresses).of(account.email)).at(-1));
  await page.goto(`${link?.pathname}${link?.search}`);
  await expect(page.getByLabel('E-mail')).toHaveValue(account.email);
  await expectAccessible(page, 'setting a new password');
  await page.getByLabel('New password', { exact: true }).fill('a-new-password');
  await page.getByLabel('New password again').fill('a-new-password');
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await expect(page).toHaveURL('/home');
  await logOut(page);
  await logIn(page, { ...account, password: 'a-new-password' });
});
