import { aSound, flacFile } from '@datchain/functions/audio/testing/sound-files.ts';
import { genres } from '@datchain/shared/domain/genres.ts';
import { alertAfter } from '@datchain/testing/browsers/alerts.ts';
import {
  aPng,
  aWav,
  choose,
  combo,
  expectKept,
  lookFor,
  options,
  reviewButton,
} from '@datchain/testing/browsers/release-form.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import type { PlayedServices } from '../../testing/played/played-services.ts';
import { playUsers } from './testing/played-documents.ts';
import { askedBesidesSession, releaseSite } from './testing/release-site.ts';

const site = releaseSite();

const profileQuestion = 'Do you have an artist profile?';

const onlyAda = (services: PlayedServices): void =>
  playUsers(services, () => [{ username: 'adaokonjo', artistName: 'Ada Okonjo' }]);

async function pickAda(page: Page): Promise<void> {
  await choose(page, profileQuestion, 'Yes');
  await lookFor(combo(page, 'Artist'), 'ada');
  await options(page).first().click();
  await expect(combo(page, 'Artist')).toHaveValue('Ada Okonjo (@adaokonjo)');
}

const fact = (page: Page, label: string) =>
  page.getByRole('main').locator('dl > div', { hasText: label }).locator('dd');

test('[R-REL-02] [R-REL-03] the form has two modes, and no answer about an artist profile is preselected', async () => {
  const { page } = await site.open('/release');
  await expect(page.getByRole('tab')).toHaveText(['Build via Form', 'Search Existing Release']);
  const answers = page.getByRole('group', { name: profileQuestion }).getByRole('radio');
  await expect(answers).toHaveCount(2);
  for (const answer of await answers.all()) await expect(answer).not.toBeChecked();
  await expect(combo(page, 'Artist')).toHaveCount(0);
  await choose(page, profileQuestion, 'Yes');
  await expect(combo(page, 'Artist')).toBeVisible();
  await choose(page, profileQuestion, 'No');
  await expect(page.getByRole('form', { name: 'New artist account' })).toBeVisible();
  await expect(combo(page, 'Artist')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Search Existing Release' }).click();
  await expect(page.getByRole('button', { name: 'Search releases' })).toBeVisible();
});

test('[R-REL-06] a release has two files, a name, four tiers with Bronze first, a genre and four lists of credits', async () => {
  const { page } = await site.open('/release');
  await expect(page.getByLabel('Artwork', { exact: true })).toHaveAttribute('type', 'file');
  await expect(page.getByLabel('Audio', { exact: true })).toHaveAttribute('type', 'file');
  await expect(page.getByLabel('Song name')).toHaveValue('');
  const tiers = page.getByRole('group', { name: 'Tier' });
  await expect(tiers.locator('label')).toHaveText([
    'Bronze$10.00',
    'Silver$25.00',
    'Gold$50.00',
    'Platinum$100.00',
  ]);
  await expect(tiers.getByRole('radio', { checked: true })).toHaveValue('Bronze');
  await expect(tiers).toHaveAccessibleDescription(/^The price .* At \$10\.00 you get \$8\.00 /);
  await tiers.getByText('Silver').click();
  await expect(tiers).toHaveAccessibleDescription(
    /At \$25\.00 you get \$20\.00 of each first sale/,
  );
  await expect(page.getByLabel('Genre')).toHaveValue('');
  for (const [label, count] of [
    ['Producers', '0 of 10'],
    ['Songwriters', '0 of 10'],
    ['Artist features', '0 of 10'],
    ['Record labels', '0 of 6'],
  ] as const) {
    await expect(combo(page, label)).toHaveAccessibleDescription(count);
  }
});

test('[N-SND-01] the start of the preview is chosen on the outline, by key, by number and by ear, and goes with the release', async () => {
  const { page } = await site.open('/release', onlyAda);
  const audio = page.getByLabel('Audio', { exact: true });
  const slider = page.getByRole('slider', { name: 'Where the preview starts' });
  await expect(slider).toHaveCount(0);
  await audio.setInputFiles(aWav('master.wav', 60 * 44_100));
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:15 to 0:45');
  await expect(page.getByText('30 seconds everyone can hear')).toBeVisible();
  await expect(page.locator('.clip-wave path')).toHaveAttribute('d', /^M0\.5 0\.0v48\.0M1\.5 /);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:16 to 0:46');
  await page.keyboard.press('PageDown');
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:06 to 0:36');
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:30 to 1:00');
  const typed = page.getByLabel('Starts at');
  for (const [said, becomes] of [
    ['0:21', '0:21'],
    ['soon', '0:21'],
    ['9:00', '0:30'],
    ['12', '0:12'],
  ] as const) {
    await typed.fill(said);
    await typed.press('Enter');
    await expect(typed).toHaveValue(becomes);
  }
  const part = () => page.locator('audio').evaluate((heard: HTMLAudioElement) => heard.currentTime);
  await page.getByRole('button', { name: 'Listen to the preview' }).click();
  await expect.poll(part).toBeGreaterThan(12.1);
  await page.getByRole('button', { name: 'Pause the preview' }).click();
  await expectKept(page);
  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:12 to 0:42');

  await pickAda(page);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await page.getByLabel('Song name').fill('Night Bus');
  await page.getByLabel('Genre').selectOption('Rap');
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
  await expect(fact(page, 'Preview')).toHaveText('0:12 to 0:42');
  await page.goBack();
  await audio.setInputFiles(aWav('other.wav'));
  await expect(slider).toHaveAttribute('aria-valuetext', 'from 0:02 to 0:07');
  await expect(page.getByText('5 seconds everyone can hear')).toBeVisible();
  await audio.setInputFiles(aWav('short.wav', 2 * 44_100));
  await expect(page.getByText('Audio must last at least 10 seconds.')).toBeVisible();
});

test('[N-SND-01] a FLAC file shows its outline too', { tags: 'long' }, async () => {
  const { page } = await site.open('/release', onlyAda);
  const audio = page.getByLabel('Audio', { exact: true });
  const recording = flacFile(aSound({ seconds: 24, sampleRate: 44_100 }));
  const mimeType = 'audio/flac';
  await audio.setInputFiles({ name: 'master.flac', mimeType, buffer: Buffer.from(recording) });
  const outline = page.locator('.clip-wave path');
  // The sound swells and falls: the highest column is as high as the box, and not all are.
  await expect(outline).toHaveAttribute('d', /v48\.0/);
  const heights = ((await outline.getAttribute('d')) ?? '').match(/(?<=v)[\d.]+/g)?.map(Number);
  expect(heights).toHaveLength(106);
  expect(Math.min(...(heights ?? []))).toBeLessThan(24);
});

test('[N-FCT-01] facts of the recording are optional, checked, kept on the device and shown in the review', {
  tags: 'long',
}, async () => {
  const { page } = await site.open('/release', onlyAda);
  const isrc = page.getByLabel('ISRC');
  const lyrics = page.getByRole('group', { name: 'Lyrics' });
  const pLine = page.getByLabel('℗ line, the recording');
  const cLine = page.getByLabel('© line, artwork and text');
  await expect(isrc).toHaveAccessibleDescription('Used to count streams.');
  await expect(lyrics).toHaveAccessibleDescription('Shown as “Explicit” beside the title.');
  await pickAda(page);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav('master.wav'));
  await page.getByLabel('Song name').fill('Night Bus');
  await page.getByLabel('Genre').selectOption('Rap');
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
  await expect(page.getByRole('main').locator('dt')).not.toContainText(['ISRC']);

  await page.goBack();
  await isrc.fill('gb-xnq-26');
  await pLine.fill('North Quay Records');
  await cLine.fill('© 2025 Marlow');
  await lyrics.getByLabel('Explicit').check();
  await expect(page.locator('.release-preview')).toContainText('Explicit');
  const wrong = 'An ISRC has 12 characters, such as GBXNQ2600417.';
  expect(await alertAfter(page, () => reviewButton(page).click())).toBe(wrong);
  const summary = page.getByRole('region', { name: '2 things are wrong' });
  await expect(summary.getByRole('link')).toHaveText([
    wrong,
    'The ℗ line has a year and a name, such as 2026 North Quay Records.',
  ]);
  expect(await axeFaults(page)).toEqual([]);
  await summary.getByRole('link').first().click();
  await expect(isrc).toBeFocused();
  await isrc.fill('gb-xnq-26-00417');
  await pLine.fill('2026 North Quay Records');
  await expect(summary).toHaveCount(0);
  await expectKept(page);
  await page.reload();
  await expect(isrc).toHaveValue('gb-xnq-26-00417');
  await expect(lyrics.getByLabel('Explicit')).toBeChecked();
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
  await expect(fact(page, 'ISRC')).toHaveText('GBXNQ2600417');
  await expect(fact(page, 'Lyrics')).toHaveText('Explicit');
  await expect(fact(page, '℗ line')).toHaveText('2026 North Quay Records');
  await expect(fact(page, '© line')).toHaveText('2025 Marlow');
});

test('[R-REL-06] the review shows every field, and Bronze when no tier was chosen', async () => {
  const { page } = await site.open('/release', onlyAda);
  await pickAda(page);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav('master.wav'));
  await expect(page.getByText(/^300 × 300, /)).toBeVisible();
  await expect(page.getByText('master.wav')).toBeVisible();
  await page.getByLabel('Song name').fill('Night Bus');
  await page.getByLabel('Genre').selectOption('Rap');
  for (const [label, name] of [
    ['Producers', 'Joe Castellanos'],
    ['Songwriters', 'Mina Roth'],
    ['Artist features', 'Kestrel'],
    ['Record labels', 'North Quay'],
  ] as const) {
    await combo(page, label).fill(name);
    await combo(page, label).press('Enter');
  }
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
  await expect(fact(page, 'DAT name')).toHaveText('Night Bus');
  await expect(fact(page, 'Tier')).toContainText('Bronze');
  await expect(fact(page, 'Genre')).toHaveText('Rap');
  await expect(fact(page, 'Producers')).toHaveText('Joe Castellanos');
  await expect(fact(page, 'Songwriters')).toHaveText('Mina Roth');
  await expect(fact(page, 'Artist features')).toHaveText('Kestrel');
  await expect(fact(page, 'Record labels')).toHaveText('North Quay');
  const artwork = page.getByRole('img', { name: 'Artwork of Night Bus' });
  await expect(artwork).toHaveJSProperty('naturalWidth', 300);
  const seconds = () =>
    page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration);
  await expect.poll(seconds).toBe(10);
});

test('[R-REL-06] a chosen file can be replaced or removed, and an unsuitable file never takes its place', {
  tags: 'long',
}, async () => {
  const { page } = await site.open('/release');
  const artwork = page.getByLabel('Artwork', { exact: true });
  const audio = page.getByLabel('Audio', { exact: true });
  await artwork.setInputFiles(await aPng('first.png', 300));
  await expect(page.getByText('first.png')).toBeVisible();
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  for (const [field, name, mimeType, sentence] of [
    [artwork, 'a.svg', 'image/svg+xml', 'Artwork must be a PNG, JPEG or WebP file.'],
    [artwork, 'page.png', 'image/png', 'Artwork must be a PNG, JPEG or WebP file.'],
    [audio, 'song.mp3', 'audio/mpeg', 'Audio must be a WAV or FLAC file.'],
    [audio, 'page.wav', 'audio/wav', 'Audio must be a WAV or FLAC file.'],
  ] as const) {
    await field.setInputFiles({ name, mimeType, buffer: html });
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  }
  await expect(page.getByText('first.png')).toBeVisible();
  await artwork.setInputFiles(await aPng('second.png', 200));
  await expect(page.getByText(/^200 × 200, /)).toBeVisible();
  await expect(page.getByText('first.png')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove artwork' }).click();
  await expect(page.getByText('second.png')).toHaveCount(0);
});

test('[R-REL-13] the 16 genres are offered by name, none chosen, and each is kept under its stored value', async () => {
  const { page } = await site.open('/release');
  const genre = page.getByLabel('Genre');
  await expect(genre).toHaveValue('');
  await expect(genre.locator('option')).toHaveText([
    'Choose a genre',
    ...genres.map(([, name]) => name),
  ]);
  expect(genres).toHaveLength(16);
  for (const [stored, name] of genres) {
    await genre.selectOption({ label: name });
    await expect(genre).toHaveValue(stored);
  }
  await genre.selectOption({ label: 'R&B/Soul' });
  await expectKept(page);
  await page.reload();
  await expect(genre).toHaveValue('rnb_soul');
});

test('[R-REV-01] a release without artwork and audio can be reviewed, and the form says that they are still missing', async () => {
  const { page, services } = await site.open('/release', onlyAda);
  await choose(page, profileQuestion, 'Yes');
  await pickAda(page);
  await page.getByLabel('Song name').fill('Night Bus');
  await expect(page.getByText('still missing')).toHaveCount(0);
  await page.getByLabel('Genre').selectOption('Jazz');
  await expect(page.getByText('Artwork and audio are still missing.')).toBeVisible();
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
  await expect(page.getByText('No artwork selected')).toBeVisible();
  await expect(page.getByText('No audio selected')).toBeVisible();
  expect(await alertAfter(page, () => page.getByRole('button', { name: 'Submit' }).click())).toBe(
    'Please upload artwork.',
  );
  expect(askedBesidesSession(services).filter(({ what }) => what.includes('/o?'))).toEqual([]);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await expect(page.getByText('Audio is still missing.')).toBeVisible();
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
  await expect(page.getByText('No artwork selected')).toHaveCount(0);
  expect(await alertAfter(page, () => page.getByRole('button', { name: 'Submit' }).click())).toBe(
    'Please upload audio.',
  );
});

test('[R-REL-10] everything missing is reported at once, beside the fields and in a summary that leads to each', async () => {
  const { page, services } = await site.open('/release', onlyAda);
  const summary = page.getByRole('region', { name: /missing$/ });
  const press = () => alertAfter(page, () => reviewButton(page).click());
  const files = ['Please upload artwork.', 'Please upload audio.'];
  const names = ['Enter a song name.', 'Choose a genre.'];
  const refused = async (...sentences: string[]) => {
    expect(await press()).toBe(sentences[0]);
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText(sentences);
    await expect(page.locator('.field-error')).toHaveText(sentences);
    expect(new URL(page.url()).pathname).toBe('/release');
  };
  await refused('Please select an existing artist profile.', ...files, ...names);
  await expect(summary.getByRole('heading')).toHaveText('5 things are missing');
  await summary.getByRole('link').first().click();
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeFocused();
  await choose(page, profileQuestion, 'Yes');
  await refused('Please select an existing artist profile.', ...files, ...names);
  for (const [sentence, field] of [
    ['Please select an existing artist profile.', combo(page, 'Artist')],
    ['Please upload artwork.', page.getByLabel('Artwork', { exact: true })],
    ['Please upload audio.', page.getByLabel('Audio', { exact: true })],
    ['Enter a song name.', page.getByLabel('Song name')],
    ['Choose a genre.', page.getByLabel('Genre')],
  ] as const) {
    await summary.getByRole('link', { name: sentence }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await choose(page, profileQuestion, 'No');
  await refused('Please fill in the new artist information.', ...files, ...names);
  await summary.getByRole('link').first().click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  expect(askedBesidesSession(services)).toEqual([]);

  await pickAda(page);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('front.png', 300));
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav('master.wav'));
  await expect(summary.getByRole('link')).toHaveText(names);
  await page.getByLabel('Song name').fill('Night Bus');
  await expect(summary.getByRole('heading')).toHaveText('1 thing is missing');
  await expect(page.locator('.field-error')).toHaveText('Choose a genre.');
  await page.getByLabel('Genre').selectOption('Jazz');
  await expect(summary).toHaveCount(0);
  await reviewButton(page).click();
  await page.waitForURL('**/view-dat-submission');
});
