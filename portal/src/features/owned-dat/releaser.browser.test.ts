import { aSound, wavFile } from '@datchain/functions/audio/testing/sound-files.ts';
import { noTypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import type { Given } from '../../testing/given.ts';
import { payouts } from '../../testing/payouts.ts';
import { portalSite } from '../../testing/portal-site.ts';

const portal = portalSite();

const facts = { isrc: 'GBXNQ2600417', pLine: '2026 North Quay Records' };

const world = (creatorId: string, more: object = {}): Given => {
  const edition = {
    edition: 1,
    price: 20,
    isForSale: true,
    currentOwnerId: 'fan',
    username: 'ada',
  };
  const work = { id: 'dat-1', SongName: 'Night Bus', creatorId, editions: [edition], ...more };
  return {
    user: { uid: 'fan', email: 'fan@dats.test' },
    calls: { getPayoutQuote: payouts('ready') },
    documents: {
      'users/fan/wallet/main': {
        balance: 0,
        ownedDats: [{ id: 'dat-1', edition: 1, earnings: 0, royalties: 2.5 }],
      },
      'assetsSummary/main': { assets: [work] },
    },
  };
};

test('[N-FCT-01] the releaser of a work reads and changes the facts of its recording', async () => {
  const { page, asked, answer } = await portal.open(
    '/wallet/dat/dat-1',
    world('fan', { recordingFacts: facts }),
  );
  const section = page.getByRole('region', { name: 'Facts of the recording' });
  const fact = (name: string) => section.locator(`dt:text-is("${name}") + dd`);
  await expect(fact('ISRC')).toHaveText('GBXNQ2600417');
  await expect(fact('Lyrics')).toHaveText('–');
  await expect(fact('℗ and ©')).toHaveText('℗ 2026 North Quay Records');
  await section.getByRole('button', { name: 'Change facts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Facts of the recording' });
  const isrc = dialog.getByLabel('ISRC');
  await expect(isrc).toHaveValue('GBXNQ2600417');
  await isrc.fill('GBX');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(isrc).toBeFocused();
  await expect(isrc).toHaveAccessibleDescription(/An ISRC has 12 characters, such as /);
  expect(asked.filter(({ name }) => name !== 'getPayoutQuote')).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);

  portal.expectComplaint(/Failed to load resource.*\/setRecordingFacts/);
  const taken = 'This ISRC already belongs to another work.';
  answer('setRecordingFacts', { status: 409, message: taken });
  await isrc.fill('gb-xnq-26-00418');
  await dialog.getByLabel('Explicit').check();
  await dialog.getByLabel('℗ line, the recording').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(taken);

  const saved = { ...noTypedFacts, isrc: 'GBXNQ2600418', isExplicit: true };
  answer('setRecordingFacts', { result: saved });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(fact('ISRC')).toHaveText('GBXNQ2600418');
  await expect(fact('Lyrics')).toHaveText('Explicit');
  await expect(fact('℗ and ©')).toHaveText('–');
  await expect(section.getByRole('status')).toHaveText(
    'Saved. Public pages update within minutes.',
  );
  expect(asked.at(-1)).toMatchObject({
    name: 'setRecordingFacts',
    input: { datId: 'dat-1', facts: { ...saved, isrc: 'gb-xnq-26-00418' } },
  });
});

test('[N-FCT-01] a mere holder cannot change the facts, nor can the releaser once the work is taken down', async () => {
  const { page } = await portal.open('/wallet/dat/dat-1', world('ada', { recordingFacts: facts }));
  await expect(page.getByText('The owner, the artist and datchain share it.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Facts of the recording' })).toHaveCount(0);
  const takenDown = { at: 1, reason: 'A claim' };
  const { page: down } = await portal.open('/wallet/dat/dat-1', {
    ...world('fan', { recordingFacts: facts, takenDown }),
    live: { 'datLive/dat-1': { takenDown } },
  });
  await expect(down.getByRole('heading', { name: 'Facts of the recording' })).toBeVisible();
  await expect(down.getByRole('button', { name: 'Change facts' })).toHaveCount(0);
});

test('[N-FST-04] the artist of a work that was taken down reads why, and can answer', async () => {
  const takenDown = { at: 1, reason: 'A claim' };
  const { page } = await portal.open('/wallet/dat/dat-1', {
    ...world('fan', { takenDown }),
    live: { 'datLive/dat-1': { takenDown } },
  });
  const notice = page.getByRole('status').filter({ hasText: 'Reason: A claim.' });
  await expect(notice.getByRole('link', { name: 'Answer' })).toHaveAttribute(
    'href',
    /^mailto:hello@datchain\.example\?subject=.+taken%20down$/,
  );
});

const preview = {
  file: 'dat-1-01234567.mp3',
  bytes: 192_000,
  seconds: 12,
  start: 3,
  songSeconds: 24,
  peaks: 'z'.repeat(96),
};

test('[N-SND-01] the releaser of a work chooses another preview, by time or on the outline of the file', {
  tags: 'long',
}, async () => {
  const { page, asked, answer } = await portal.open('/wallet/dat/dat-1', world('fan', { preview }));
  const section = page.getByRole('region', { name: 'Preview', exact: true });
  await expect(section).toContainText('Everyone can hear 0:03 to 0:15 of 0:24.');
  await section.getByRole('button', { name: 'Change preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  const typed = dialog.getByLabel('Starts at');
  await expect(typed).toHaveValue('0:03');
  portal.expectComplaint(/Failed to load resource.*\/setPreview/);
  const tooLate = 'The preview must begin between 0:00 and 0:12.';
  answer('setPreview', { status: 400, message: tooLate });
  await typed.fill('0:20');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(tooLate);

  const recording = Buffer.from(wavFile(aSound({ seconds: 24 })));
  await dialog
    .getByLabel('Choose your recording')
    .setInputFiles({ name: 'master.wav', mimeType: 'audio/wav', buffer: recording });
  const slider = dialog.getByRole('slider', { name: 'Where the preview starts' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:12 to 0:24');
  await page.keyboard.press('ArrowLeft');
  answer('setPreview', { result: { start: 11, seconds: 12, songSeconds: 24 } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section).toContainText('Everyone can hear 0:11 to 0:23 of 0:24.');
  expect(asked.at(-1)).toMatchObject({
    name: 'setPreview',
    input: { datId: 'dat-1', previewStart: 11 },
  });
});

test.each([
  ['begin', 'Set up payouts with Stripe once'],
  ['details', 'Stripe still needs details from you'],
] as const)(
  '[N-PPL-08] an artist whose payout account is at "%s" finds its next step on their work’s page',
  async (setup, text) => {
    const given = world('fan');
    const { page } = await portal.open('/wallet/dat/dat-1', {
      ...given,
      calls: { getPayoutQuote: payouts(setup) },
    });
    const step = page.locator('.owned-payouts');
    await expect(step).toContainText(text);
    await expect(step.getByRole('link', { name: 'Set up payouts' })).toHaveAttribute(
      'href',
      '/cashout',
    );
    expect(await axeFaults(page)).toEqual([]);
  },
);

test('[N-SND-10] an artist can share their work, and copy the player for their own page', async () => {
  const options = { viewport: { width: 320, height: 740 } };
  const { page } = await portal.open('/wallet/dat/dat-1', { ...world('fan'), options });
  const kit = page.getByRole('region', { name: 'Share this work' });
  await expect(kit.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(page.locator('.owned-payouts')).toHaveCount(0);
  await kit.getByText('Put a player on your own page').click();
  const origin = new URL(page.url()).origin;
  await expect(kit.getByLabel('HTML')).toHaveValue(
    new RegExp(`^<iframe src="${origin}/embed/dat-1" title="Night Bus, on datchain"`),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await kit.getByRole('button', { name: 'Copy HTML' }).click();
  await expect(kit.getByText('HTML copied.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('[N-SND-10] a mere holder has no share kit, nor has anyone for a taken-down work', async () => {
  const { page } = await portal.open('/wallet/dat/dat-1', world('ada'));
  await expect(page.getByRole('heading', { name: 'What the work earned' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Share this work' })).toHaveCount(0);
  const takenDown = { at: 1, reason: 'A claim' };
  const { page: down } = await portal.open('/wallet/dat/dat-1', {
    ...world('fan', { takenDown }),
    live: { 'datLive/dat-1': { takenDown } },
  });
  await expect(down.getByRole('heading', { name: 'Facts of the recording' })).toBeVisible();
  await expect(down.getByRole('heading', { name: 'Share this work' })).toHaveCount(0);
});
