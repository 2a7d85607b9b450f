import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import { playAccount, refusal } from '../../testing/played/played-account.ts';
import { playedPortal } from '../../testing/played/played-portal.ts';
import type { PlayedServices } from '../../testing/played/played-services.ts';
import { coloursSeen, contrast } from './testing/colours-seen.ts';

const site = playedPortal();
const fan = { uid: 'fan', email: 'fan@dats.test' };

/** Letters look red if red exceeds green and blue by this much. */
const RED_LEAD = 100;
const MIN_CONTRAST = 4.5;

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await logInButton(page).click();
}

const logInButton = (page: Page) => page.getByRole('button', { name: 'LOG IN', exact: true });

const message = (page: Page) => page.getByRole('alert').locator('p');

describe('the provider refuses', () => {
  test.each(sweep<'light' | 'dark'>(['dark'], ['light']))(
    '[R-LOG-01] the provider’s message is red, readable and above the form, in %s',
    async (colorScheme) => {
      site.expectComplaint(/status of 400/);
      const { page } = await site.open('/login', {
        colorScheme,
        // Makes letters thick enough to have pixels of their pure colour.
        deviceScaleFactor: 3,
        prepare: (services) =>
          services.play('accounts:signInWithPassword', refusal('INVALID_PASSWORD')),
      });
      await logIn(page, 'fan@dats.test', 'not the password');
      await expect(message(page)).toHaveText(
        'Firebase: The password is invalid or the user does not have a password. (auth/wrong-password).',
      );
      await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password.');
      const { letters, behind } = await coloursSeen(message(page));
      const [red, green, blue] = letters;
      expect(red - Math.max(green, blue)).toBeGreaterThanOrEqual(RED_LEAD);
      expect(contrast(letters, behind)).toBeGreaterThanOrEqual(MIN_CONTRAST);

      const label = await coloursSeen(page.getByText('Password', { exact: true }));
      expect(label.letters[0] - Math.max(label.letters[1], label.letters[2])).toBeLessThan(20);

      const said = await message(page).boundingBox();
      const field = await page.getByLabel('E-mail').boundingBox();
      expect(said?.y).toBeGreaterThan(0);
      expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(field?.y ?? 0);
    },
  );

  test('[R-LOG-01] every refusal shows the provider’s own words, and the next try works', async () => {
    site.expectComplaint(/status of 400/);
    const { page, services } = await site.open('/login');
    for (const [code, sentence] of [
      [
        'INVALID_LOGIN_CREDENTIALS',
        'Firebase: The supplied auth credential is incorrect, malformed or has expired. (auth/invalid-credential).',
      ],
      [
        'TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account is paused.',
        'Firebase: Access to this account is paused. (auth/too-many-requests).',
      ],
      [
        'USER_DISABLED',
        'Firebase: The user account has been disabled by an administrator. (auth/user-disabled).',
      ],
    ] as const) {
      services.play('accounts:signInWithPassword', refusal(code));
      await logIn(page, 'fan@dats.test', 'demo-password');
      await expect(message(page)).toHaveText(sentence);
    }
    playAccount(services, fan);
    await logInButton(page).click();
    await page.waitForURL('**/home');
  });
});

test('a password can be shown, and hidden again', async () => {
  const { page } = await site.open('/login', { viewport: { width: 360, height: 740 } });
  const field = page.getByLabel('Password');
  await field.fill('demo-password');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('demo-password');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('the footer says that prices are live only where something is sold, and not offline', async () => {
  // The page's own requests fail while it is offline, and Chromium reports that.
  site.expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const { page } = await site.open('/login');
  const claim = page.getByText('Prices and stock are live.');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(claim).toHaveCount(0);
  await page.goto(new URL('/tdc/block/36', page.url()).href);
  await expect(claim).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(claim).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(claim).toBeVisible();
});

test('[N-EXP-09] a login without a connection fails in our words, and the next try works', async () => {
  site.expectComplaint(/ERR_FAILED/);
  const { page, services } = await site.open('/login');
  services.play('accounts:signInWithPassword', 'unreachable');
  await logIn(page, 'fan@dats.test', 'demo-password');
  await expect(message(page)).toHaveText('Logging in failed. Check your connection and try again.');
  playAccount(services, fan);
  await logInButton(page).click();
  await page.waitForURL('**/home');
});

test('[N-EXP-09] [N-PPL-05] a failed e-mail for a new password is reported in our words, and a sent one does not reveal accounts', async () => {
  site.expectComplaint(/status of (429|500)/);
  const { page } = await site.open('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('E-mail').fill(' fan@dats.test ');
  const asked: unknown[] = [];
  const failed = 'The e-mail could not be sent. Try again.';
  const wait = 'Too many requests. Wait a minute.';
  for (const [status, error, sentence] of [
    [429, wait, wait],
    [500, 'Error: 14 UNAVAILABLE', failed],
    [200, undefined, undefined],
  ] as const) {
    await page.route('**/forgotten-password', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ status, json: { error } });
    });
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    if (sentence) await expect(message(page)).toHaveText(sentence);
  }
  await expect(
    page.getByText(
      'If fan@dats.test has an account, we have sent it a link, now or a few minutes ago.',
    ),
  ).toBeVisible();
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ email: 'fan@dats.test' })));
});

test('[R-LOG-02] the provider is asked only with both e-mail and password', async () => {
  const { page, services } = await site.open('/login', {
    prepare: (played) => playAccount(played, fan),
  });
  const [email, password] = [page.getByLabel('E-mail'), page.getByLabel('Password')];
  const noEmail = /Enter your e-mail address\.$/;
  const noPassword = /Enter your password\.$/;
  for (const [typedEmail, typedPassword, atEmail, atPassword] of [
    ['', '', noEmail, noPassword],
    ['fan@dats.test', '', '', noPassword],
    ['', 'demo-password', noEmail, ''],
  ] as const) {
    await page.reload();
    await logIn(page, typedEmail, typedPassword);
    await expect(message(page)).toHaveText('Please enter both e-mail and password');
    await expect(email).toHaveAccessibleDescription(atEmail);
    await expect(password).toHaveAccessibleDescription(atPassword);
  }
  expect(services.asked).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/login');

  await logIn(page, ' fan@dats.test ', 'demo-password');
  await page.waitForURL('**/home');
  expect(services.askedOf('accounts:signInWithPassword').map(({ body }) => body)).toMatchObject([
    { email: 'fan@dats.test', password: 'demo-password' },
  ]);
});

test.each(['/orders/..\\..\\\\evil.test', '/orders/..\t\\..\\/evil.test', '//evil.test/wallet'])(
  '[N-MON-16] a login that was asked to lead to %j stays on this site',
  async (next) => {
    const { page } = await site.open(`/login?next=${encodeURIComponent(next)}`, {
      prepare: (played) => playAccount(played, fan),
    });
    await logIn(page, 'fan@dats.test', 'demo-password');
    await page.waitForURL('**/home');
  },
);

describe('a link for a new password', () => {
  const playCode = (services: PlayedServices) => {
    let isUsed = false;
    playAccount(services, fan);
    services.play('accounts:resetPassword', ({ body }) => {
      const { oobCode, newPassword } = body as { oobCode: string; newPassword?: string };
      if (isUsed || oobCode !== 'good') return refusal('INVALID_OOB_CODE');
      if (newPassword === undefined)
        return { json: { email: fan.email, requestType: 'PASSWORD_RESET' } };
      if (newPassword.length < 6) return refusal('WEAK_PASSWORD : Password is too short');
      isUsed = true;
      return { json: { email: fan.email } };
    });
  };
  const save = (page: Page) => page.getByRole('button', { name: 'Save and log in' });
  const fill = async (page: Page, password: string, again = password) => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(again);
    await save(page).click();
  };
  const path = '/login/new-password?oobCode=good&next=%2Faccount';

  test('[N-FST-07] a link for a new password shows the address, sets the password, logs in and returns', async () => {
    site.expectComplaint(/status of 400/);
    const { page, services } = await site.open(path, { prepare: playCode });
    await expect(page.getByLabel('E-mail')).toHaveValue(fan.email);
    expect(await axeFaults(page)).toEqual([]);
    await fill(page, '');
    await expect(page.getByText('Enter a new password.')).toBeVisible();
    await fill(page, 'a-new-password', 'another');
    await expect(page.getByText('The two passwords differ.')).toBeVisible();
    await fill(page, 'short');
    await expect(page.getByText('Use at least 6 characters.')).toBeVisible();
    await fill(page, 'a-new-password');
    await page.waitForURL((url) => url.pathname === '/account');
    const [asked] = services.askedOf('accounts:signInWithPassword');
    expect(asked?.body).toMatchObject({ email: fan.email, password: 'a-new-password' });
  });

  test.each([
    '/login/new-password?oobCode=old&next=%2Fwallet',
    '/login/new-password?next=%2Fwallet',
  ])('[N-FST-07] an old, used or broken link says so and offers a new one: %s', async (address) => {
    site.expectComplaint(/status of 400/);
    const { page } = await site.open(address, { prepare: playCode });
    const main = page.getByRole('main');
    await expect(main).toContainText('This link is too old, or it was used already.');
    await page.getByRole('link', { name: 'Send a new link' }).click();
    await page.getByLabel('E-mail').fill(fan.email);
    const asked = page.waitForRequest('**/forgotten-password');
    await page.getByRole('button', { name: 'Send e-mail' }).click();
    expect((await asked).postDataJSON()).toEqual({ email: fan.email, next: '/wallet' });
    await expect(main).toContainText(`If ${fan.email} has an account, we have sent it a link`);
  });

  test('[N-FST-07] a link that cannot be checked is not called old, and is checked again', async () => {
    site.expectComplaint(/ERR_|Failed to load/);
    const { page, services } = await site.open(path, {
      prepare: (played) => {
        playCode(played);
        played.play('accounts:resetPassword', 'unreachable');
      },
    });
    await expect(page.getByRole('alert')).toContainText('Your link could not be checked.');
    playCode(services);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('E-mail')).toHaveValue(fan.email);
  });
});
