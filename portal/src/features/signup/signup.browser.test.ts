import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { refusal } from '../../testing/played/played-account.ts';
import { playedPortal } from '../../testing/played/played-portal.ts';
import { playDocuments } from '../release/testing/played-documents.ts';

const site = playedPortal();

const newcomer = { email: 'ann@dats.test', password: 'a-password', username: 'Ann.Fan' };

async function fill(page: Page, form: typeof newcomer): Promise<void> {
  await page.getByLabel('E-mail').fill(form.email);
  await page.getByLabel('Password').fill(form.password);
  await page.getByLabel('Username').fill(form.username);
}

const signUpButton = (page: Page) => page.getByRole('button', { name: 'SIGN UP' });
const alertAfterSignUp = (page: Page) => alertAfter(page, () => signUpButton(page).click());

async function expectAt(page: Page, label: string, sentence: string): Promise<void> {
  const field = page.getByLabel(label);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.field').filter({ has: field })).toContainText(sentence);
}

test('missing fields show in an alert and at each field, and no request is made', async () => {
  const { page, services } = await site.open('/signup');
  const sentence = 'Please fill in all mandatory fields.';
  expect(await alertAfterSignUp(page)).toBe(sentence);
  await expectAt(page, 'E-mail', sentence);
  await expect(page.getByText(sentence)).toHaveCount(3);
  for (const [name, label] of [
    ['email', 'E-mail'],
    ['password', 'Password'],
    ['username', 'Username'],
  ] as const) {
    await fill(page, { ...newcomer, [name]: '' });
    expect(await alertAfterSignUp(page)).toBe(sentence);
    await expectAt(page, label, sentence);
    await expect(page.getByText(sentence)).toHaveCount(1);
  }
  await page.getByLabel('Username').fill('A');
  await expect(page.getByText(sentence)).toHaveCount(0);
  expect(services.asked).toEqual([]);
});

test('malformed input shows in an alert and at its field, and no request is made', async () => {
  const { page, services } = await site.open('/signup');
  for (const email of ['nobody', 'ann@dats', 'ann fan@dats.test']) {
    await fill(page, { ...newcomer, email });
    expect(await alertAfterSignUp(page)).toBe('Invalid email format.');
    await expectAt(page, 'E-mail', 'Invalid email format.');
  }
  for (const username of ['two words', 'änn']) {
    await fill(page, { ...newcomer, username });
    const sentence =
      'Usernames can have letters from A to Z, digits and, after the first character, . _ -';
    expect(await alertAfterSignUp(page)).toBe(sentence);
    await expectAt(page, 'Username', sentence);
  }
  expect(services.asked).toEqual([]);
});

test('[N-EXP-09] a refusal shows the provider’s words in the alert, and ours on the page', async () => {
  site.expectComplaint(/status of 400/);
  const { page, services } = await site.open('/signup', {
    prepare: (played) => playDocuments(played, {}),
  });
  await fill(page, newcomer);
  const weak = 'Firebase: Password should be at least 6 characters (auth/weak-password).';
  services.play(
    'accounts:signUp',
    refusal('WEAK_PASSWORD : Password should be at least 6 characters'),
  );
  expect(await alertAfterSignUp(page)).toBe(weak);
  await expectAt(page, 'Password', 'Use at least 6 characters.');

  const inUse =
    'Firebase: The email address is already in use by another account. (auth/email-already-in-use).';
  services.play('accounts:signUp', refusal('EMAIL_EXISTS'));
  services.play('accounts:signInWithPassword', refusal('INVALID_PASSWORD'));
  expect(await alertAfterSignUp(page)).toBe(inUse);
  await expectAt(page, 'E-mail', 'This e-mail already has an account.');

  const paused = 'Firebase: Too many accounts from here. (auth/too-many-requests).';
  services.play(
    'accounts:signUp',
    refusal('TOO_MANY_ATTEMPTS_TRY_LATER : Too many accounts from here.'),
  );
  expect(await alertAfterSignUp(page)).toBe(paused);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait 5 minutes.');
  await expect(signUpButton(page)).toBeEnabled();
});

test('a taken username is refused before an account is made', async () => {
  const { page, services } = await site.open('/signup', {
    prepare: (played) => playDocuments(played, { 'usernames/ann.fan': { uid: 'somebody-else' } }),
  });
  await fill(page, newcomer);
  expect(await alertAfterSignUp(page)).toBe('Username already taken');
  await expectAt(page, 'Username', 'Username already taken');
  expect(services.askedOf('accounts:')).toEqual([]);
});
