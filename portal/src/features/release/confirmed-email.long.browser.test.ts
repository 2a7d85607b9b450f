import { confirmEmailText } from '@datchain/shared/domain/confirmed-email.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { keepDraft } from './testing/kept-draft.ts';
import { askedBesidesSession, releaseSite } from './testing/release-site.ts';

const site = releaseSite();

const summary = {
  contentId: 'content-1',
  songName: 'Glass Bell',
  albumName: 'Offcuts',
  artistName: 'Kestrel',
  artistId: '',
  datId: '',
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const found = (emailVerified: boolean) => ({
  json: {
    users: [
      { localId: 'operator', email: 'operator@dats.test', emailVerified, providerUserInfo: [] },
    ],
  },
});

test('[N-MON-12] Submit waits for a confirmed address: the mail leads back here, and a new token goes with the release', async () => {
  const { page, services } = await site.open('/view-dat-submission', (played) => {
    played.play('accounts:lookup', found(false));
    played.play('/sendConfirmation', { json: { result: { isConfirmed: false } } });
    played.play('/releaseDATFromSummary', 'silence');
    played.play('securetoken.googleapis.com/v1/token', {
      json: { access_token: 'confirmed', refresh_token: 'again', expires_in: '3600' },
    });
  });
  await keepDraft(page, { mode: 'summary', summary });
  await expect(page.getByText(confirmEmailText)).toBeVisible();
  await expect(button(page, 'Submit')).toBeDisabled();
  await button(page, 'Send e-mail').click();
  await expect(page.getByText('We sent an e-mail to operator@dats.test.')).toBeVisible();
  expect(askedBesidesSession(services)).toMatchObject([
    { body: { data: { backTo: '/view-dat-submission' } } },
  ]);
  await button(page, 'I opened the link').click();
  await expect(page.getByText('has not been opened yet')).toBeVisible();

  services.play('accounts:lookup', found(true));
  await button(page, 'I opened the link').click();
  await expect(page.getByText(confirmEmailText)).toHaveCount(0);
  const call = page.waitForRequest(/\/releaseDATFromSummary$/);
  await button(page, 'Submit').click();
  expect((await call).headers().authorization).toBe('Bearer confirmed');
});
