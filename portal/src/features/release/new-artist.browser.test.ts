import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { usStates } from '@datchain/shared/domain/release/places.ts';
import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import { aPng, choose } from '@datchain/testing/browsers/release-form.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { refusal } from '../../testing/played/played-account.ts';
import type { PlayedServices } from '../../testing/played/played-services.ts';
import { playDocuments } from './testing/played-documents.ts';
import { askedBesidesSession, releaseSite } from './testing/release-site.ts';

const site = releaseSite();

async function openNewArtist(prepare?: (services: PlayedServices) => void) {
  const { page, services } = await site.open('/release', prepare);
  await choose(page, 'Do you have an artist profile?', 'No');
  return { page, services };
}

const newcomer = {
  'E-mail': 'ines@dats.test',
  Password: 'a-password',
  Username: 'Ines.Duarte',
  'Artist name': 'Inês Duarte',
  City: 'Detroit',
};

async function fill(page: Page, changed: Partial<typeof newcomer> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...newcomer, ...changed })) {
    await page.getByLabel(label).fill(text);
  }
}

const createButton = (page: Page) => page.getByRole('button', { name: 'Create account' });
const alertAfterCreate = (page: Page) => alertAfter(page, () => createButton(page).click());

async function expectAt(page: Page, label: string, sentence: string): Promise<void> {
  const field = page.getByLabel(label);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.field').filter({ has: field })).toContainText(sentence);
}

test('[R-REL-04] the form for a new artist has eight fields, empty but for the country; the picture is optional', async () => {
  const { page } = await openNewArtist();
  const form = page.getByRole('form', { name: 'New artist account' });
  await expect(form.locator('label.field-label')).toHaveText([
    'E-mail',
    'Password',
    'Username',
    'Artist name',
    'City',
    'Country',
    'State',
    'Profile image, optional',
  ]);
  for (const label of Object.keys(newcomer)) await expect(form.getByLabel(label)).toHaveValue('');
  await expect(form.getByLabel('Password')).toHaveAttribute('type', 'password');
  await form.getByLabel('Profile image').setInputFiles(await aPng('me.png', 320));
  await expect(form.getByText('me.png')).toBeVisible();
  await expect(form.getByText(/^320 × 320, /)).toBeVisible();
});

test('[R-REL-04] the United States are preselected among 47 countries, and only they ask for one of 50 states', async () => {
  const { page } = await openNewArtist();
  const country = page.getByLabel('Country');
  await expect(country).toHaveValue('United States');
  const countries = await country.locator('option').allTextContents();
  expect(new Set(countries).size).toBe(47);
  expect(countries).toHaveLength(47);
  const state = page.getByLabel('State');
  await expect(state.locator('option')).toHaveText(['Choose a state', ...usStates]);
  await expect(state).toHaveValue('');
  for (const other of countries.filter((name) => name !== 'United States')) {
    await country.selectOption(other);
    expect(await state.count(), other).toBe(0);
  }
  await country.selectOption('United States');
  await expect(state).toHaveValue('');
});

test('[R-REL-04] a mandatory field that is empty or blank is reported in an alert and at the field', async () => {
  const { page, services } = await openNewArtist();
  const sentence = 'Please fill in all mandatory fields.';
  expect(await alertAfterCreate(page)).toBe(sentence);
  await expectAt(page, 'E-mail', sentence);
  await expect(page.getByText(sentence)).toHaveCount(5);
  await page.getByLabel('State').selectOption('Michigan');
  for (const label of Object.keys(newcomer)) {
    await fill(page, { [label]: label === 'City' ? '   ' : '' });
    expect(await alertAfterCreate(page)).toBe(sentence);
    await expectAt(page, label, sentence);
    await expect(page.getByText(sentence)).toHaveCount(1);
  }
  expect(askedBesidesSession(services)).toEqual([]);
});

test('[R-REL-04] the five fields suffice for an account, and only the United States also need a state', async () => {
  const { page, services } = await openNewArtist((played) => {
    playDocuments(played, {});
    played.play('accounts:signUp', 'silence');
  });
  await fill(page);
  expect(await alertAfterCreate(page)).toBe('Choose a state.');
  await expectAt(page, 'State', 'Choose a state.');
  expect(askedBesidesSession(services)).toEqual([]);
  await page.getByLabel('Country').selectOption('Ghana');
  await createButton(page).click();
  await expect(page.getByRole('button', { name: 'Creating account…' })).toBeDisabled();
  await expect
    .poll(() => services.askedOf('accounts:signUp').map(({ body }) => body))
    .toMatchObject([{ email: 'ines@dats.test', password: 'a-password' }]);
});

test('[R-REL-16] a malformed e-mail shows in an alert and at its field, and no request is made', async () => {
  const { page, services } = await openNewArtist();
  await fill(page);
  for (const email of ['nobody', 'ines@dats', '@dats.test', 'ines duarte@dats.test']) {
    await page.getByLabel('E-mail').fill(email);
    expect(await alertAfterCreate(page)).toBe('Invalid email format.');
    await expectAt(page, 'E-mail', 'Invalid email format.');
  }
  expect(askedBesidesSession(services)).toEqual([]);
});

test('[R-REL-16] [N-EXP-09] a refusal shows the provider’s words in the alert and ours on the page, and the form stays as it was', async () => {
  site.expectComplaint(/status of 400/);
  const { page, services } = await openNewArtist((played) => playDocuments(played, {}));
  await fill(page);
  await page.getByLabel('State').selectOption('Michigan');
  for (const [code, sentence, label, ours] of [
    [
      'WEAK_PASSWORD : Password should be at least 6 characters',
      'Firebase: Password should be at least 6 characters (auth/weak-password).',
      'Password',
      'Use at least 6 characters.',
    ],
    [
      'EMAIL_EXISTS',
      'Firebase: The email address is already in use by another account. (auth/email-already-in-use).',
      'E-mail',
      'This e-mail already has an account.',
    ],
  ] as const) {
    services.play('accounts:signUp', refusal(code));
    services.play('accounts:signInWithPassword', refusal('INVALID_PASSWORD'));
    expect(await alertAfterCreate(page)).toBe(sentence);
    await expectAt(page, label, ours);
  }
  const paused = 'Firebase: Too many accounts from here. (auth/too-many-requests).';
  services.play(
    'accounts:signUp',
    refusal('TOO_MANY_ATTEMPTS_TRY_LATER : Too many accounts from here.'),
  );
  expect(await alertAfterCreate(page)).toBe(paused);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait 5 minutes.');
  for (const [label, text] of Object.entries(newcomer)) {
    await expect(page.getByLabel(label)).toHaveValue(text);
  }
  await expect(createButton(page)).toBeEnabled();
});

test('[N-MON-11] an artist name in two scripts is refused at its field, and no request is made', async () => {
  const { page, services } = await openNewArtist();
  await fill(page, { 'Artist name': '\u0410dele' });
  const sentence = 'Write each word in one script: “\u0410dele” mixes Cyrillic and Latin.';
  expect(await alertAfterCreate(page)).toBe(sentence);
  await expectAt(page, 'Artist name', sentence);
  expect(askedBesidesSession(services)).toEqual([]);
});

test('[N-MON-11] a refused artist name shows at its field, and the account is removed', {
  tags: 'long',
}, async () => {
  site.expectComplaint(/status of 409/);
  const taken = 'Another artist has this name, or one that looks like it.';
  const { page, services } = await openNewArtist((played) => {
    playDocuments(played, {});
    const ines = { localId: 'ines', email: 'ines@dats.test' };
    const tokens = { idToken: 'token of ines', refreshToken: 'refresh of ines', expiresIn: '3600' };
    played.play('accounts:signUp', { json: { ...ines, ...tokens } });
    played.play('accounts:lookup', ({ body }) => {
      const isNew = isRecord(body) && body.idToken === tokens.idToken;
      const operator = { localId: 'operator', email: 'operator@dats.test' };
      return { json: { users: [isNew ? ines : operator] } };
    });
    played.play('accounts:delete', { json: {} });
    played.play('/claimArtistName', {
      status: 409,
      json: { error: { status: 'ALREADY_EXISTS', message: taken } },
    });
  });
  await fill(page);
  await page.getByLabel('State').selectOption('Michigan');
  expect(await alertAfterCreate(page)).toBe(taken);
  await expectAt(page, 'Artist name', taken);
  expect(services.askedOf('/claimArtistName').map(({ body }) => body)).toEqual([
    { data: { artistName: 'Inês Duarte' } },
  ]);
  expect(services.askedOf('accounts:delete')).toHaveLength(1);
  expect(services.askedOf('documents:commit')).toEqual([]);
});

test('[R-REL-15] a username that is taken in another case is refused before an account is made', async () => {
  const { page, services } = await openNewArtist((played) =>
    playDocuments(played, { 'usernames/ines.duarte': { uid: 'somebody-else' } }),
  );
  await fill(page, { Username: 'INES.Duarte' });
  await page.getByLabel('State').selectOption('Michigan');
  expect(await alertAfterCreate(page)).toBe('Username already taken');
  await expectAt(page, 'Username', 'Username already taken');
  expect(services.askedOf('accounts:signUp')).toEqual([]);
});
