import { genres } from '@datchain/shared/domain/genres.ts';
import { axeFaults } from '@datchain/shared/ui/testing/axe-faults.ts';
import { demoAccounts } from './support/accounts.ts';
import { alertAfter } from './support/alerts.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/focus.ts';
import {
  aPng,
  aWav,
  choose,
  combo,
  fillIn,
  openForm,
  options,
  pickArtist,
  profileQuestion,
  reviewButton,
  tags,
} from './support/release-form.ts';

test('[R-REL-01] a visitor is asked to log in, and an account that is not listed is told so', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await page.goto('/release');
  await expect(page.getByText('Log in with an account on the release list.')).toBeVisible();
  await signIn(page, demoAccounts.fan);
  await page.goto('/release');
  await expect(page.getByText('This account is not on the release list.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});

test('[R-REL-02] [R-REL-03] there are two modes, and no one’s profile is presumed', async ({
  page,
  signIn,
}) => {
  await openForm(page, signIn);
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

test('[R-REL-06] [R-REL-13] a release has files, a name, a tier, a genre and four lists of credits', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  const tiers = page.getByRole('group', { name: 'Tier' }).getByRole('radio');
  await expect(tiers).toHaveCount(4);
  await expect(page.getByRole('radio', { name: 'Bronze' })).toBeChecked();
  const genre = page.getByLabel('Genre');
  const offered = await genre.locator('option').evaluateAll((all) =>
    all.map((option) => {
      const { value, text } = option as HTMLOptionElement;
      return [value, text];
    }),
  );
  expect(offered.slice(1)).toEqual(genres);
  await expect(genre).toHaveValue('');
  for (const [label, most] of [
    ['Producers', 10],
    ['Songwriters', 10],
    ['Artist features', 10],
    ['Record labels', 6],
  ] as const) {
    await expect(combo(page, label)).toHaveAccessibleDescription(`0 of ${most}`);
  }
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('night-bus.png', 700));
  await expect(page.getByText('night-bus.png')).toBeVisible();
  await expect(page.getByText(/^700\s×\s700, \d+\sKB$/)).toBeVisible();
  await page
    .getByLabel('Audio', { exact: true })
    .setInputFiles(aWav('night-bus.wav', 3 * 1024 * 1024));
  await expect(page.getByText('3.0 MB')).toBeVisible();

  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('another.png', 300));
  await expect(page.getByText(/^300\s×\s300/)).toBeVisible();
  await expect(page.getByText('night-bus.png')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove artwork' }).click();
  await expect(page.getByText('another.png')).toHaveCount(0);
  await expect(page.getByLabel('Artwork', { exact: true })).toBeFocused();
});

test('[R-REL-06] a file that cannot be released is refused at once, and the one before stays', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  const artwork = page.getByLabel('Artwork', { exact: true });
  const audio = page.getByLabel('Audio', { exact: true });
  await expect(artwork).toHaveAccessibleDescription(
    'PNG, JPEG or WebP, up to 20 MB and 60 megapixels.',
  );
  await expect(audio).toHaveAccessibleDescription('WAV or FLAC, up to 200 MB.');
  await artwork.setInputFiles(await aPng('good.png'));
  await expect(page.getByText('good.png')).toBeVisible();
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const mebibytes = 1024 * 1024;
  const refused = [
    [artwork, 'a.svg', 'image/svg+xml', html, 'Artwork must be a PNG, JPEG or WebP file.'],
    [artwork, 'page.png', 'image/png', html, 'Artwork must be a PNG, JPEG or WebP file.'],
    [artwork, 'none.png', 'image/png', Buffer.alloc(0), 'Artwork must not be an empty file.'],
    [
      artwork,
      'large.png',
      'image/png',
      Buffer.alloc(20 * mebibytes + 1),
      'Artwork can be at most 20 MB.',
    ],
    [audio, 'song.mp3', 'audio/mpeg', html, 'Audio must be a WAV or FLAC file.'],
    [audio, 'page.wav', 'audio/wav', html, 'Audio must be a WAV or FLAC file.'],
  ] as const;
  for (const [field, name, mimeType, buffer, sentence] of refused) {
    await field.setInputFiles({ name, mimeType, buffer });
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(page.getByText('good.png')).toBeVisible();
  await artwork.setInputFiles(await aPng('better.png'));
  await expect(page.getByText('better.png')).toBeVisible();
  await expect(artwork).not.toHaveAttribute('aria-invalid');
});

test('[R-REL-06] a file can be dropped on its field', { tag: ['@once', '@long'] }, async ({
  page,
  signIn,
}) => {
  await openForm(page, signIn);
  const { name, buffer } = await aPng('dropped.png');
  const dropped = await page.evaluateHandle(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      return transfer;
    },
    { name, base64: buffer.toString('base64') },
  );
  const field = page
    .locator('.file-box')
    .filter({ has: page.getByLabel('Artwork', { exact: true }) });
  await field.dispatchEvent('dragenter', { dataTransfer: dropped });
  await field.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('dropped.png')).toBeVisible();
});

test('[R-REL-10] what is missing is said, and its field has the focus', {
  tag: ['@small', '@long'],
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  const summary = page.getByRole('region', { name: /missing$/ });
  const asks = async (sentence: string) => {
    expect(await alertAfter(page, () => reviewButton(page).click())).toBe(sentence);
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: sentence }).click();
  };
  await asks('Please select an existing artist profile.');
  await expect(summary.getByRole('link')).toHaveCount(5);
  await expectAccessible(page, '/release with all that is missing');
  await choose(page, profileQuestion, 'Yes');
  await asks('Please select an existing artist profile.');
  await expect(combo(page, 'Artist')).toBeFocused();
  await choose(page, profileQuestion, 'No');
  await asks('Please fill in the new artist information.');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await pickArtist(page, 'adaokonjo');
  await asks('Enter a song name.');
  await expect(summary.getByRole('link')).toHaveText([
    'Please upload artwork.',
    'Please upload audio.',
    'Enter a song name.',
    'Choose a genre.',
  ]);
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng());
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav());
  await asks('Enter a song name.');
  await expect(page.getByLabel('Song name')).toBeFocused();
  await page.getByLabel('Song name').fill('Night Bus');
  await expect(page.getByText('Enter a song name.')).toHaveCount(0);
  await asks('Choose a genre.');
  await expect(page.getByLabel('Genre')).toBeFocused();
  await page.getByLabel('Genre').selectOption('Jazz');
  await reviewButton(page).click();
  await expect(page).toHaveURL('/view-dat-submission');
});

test('the form fits its screen and passes axe: empty, with everything, and with an open list', {
  tag: '@long',
}, async ({ page, signIn }) => {
  await openForm(page, signIn);
  await expectAccessible(page, '/release');
  await fillIn(page);
  await expectAccessible(page, '/release filled in');
  await combo(page, 'Producers').pressSequentially('@m');
  await expect(options(page)).toHaveCount(3);
  // While the list is open the rest of the page is out of reach, and hidden from those who hear it.
  const hidden = ['aria-hidden-focus', 'page-has-heading-one', 'region'];
  expect(await axeFaults(page, { without: hidden })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expectAccessible(page, '/release after a search');
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess).toBe(0);
});

test('the whole form works by keyboard alone', { tag: ['@once', '@long'] }, async ({
  page,
  signIn,
}) => {
  await openForm(page, signIn);
  await page.getByRole('tab', { name: 'Build via Form' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Search Existing Release' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(combo(page, 'Artist')).toBeFocused();
  await page.keyboard.type('ruth');
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(combo(page, 'Artist')).toHaveValue('Ruth Calloway (@ruthcalloway)');
  // Which file is the browser's own window, which no page sees.
  await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng());
  await page.getByLabel('Audio', { exact: true }).setInputFiles(aWav());
  await expect(page.getByRole('button', { name: /^Remove a/ })).toHaveCount(2);
  for (const label of ['Artwork', 'Remove artwork', 'Audio', 'Remove audio', 'Song name']) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
  }
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Silver' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ja');
  await expect(page.getByLabel('Genre')).toHaveValue('jazz');
  await tabTo(page, combo(page, 'Producers'));
  await page.keyboard.type('Somebody');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Remove Somebody' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(tags(page, 'Producers')).toHaveCount(0);
  await expect(combo(page, 'Producers')).toBeFocused();
  for (const label of ['Songwriters', 'Artist features', 'Record labels']) {
    await page.keyboard.press('Tab');
    await expect(combo(page, label)).toBeFocused();
  }
  await tabTo(page, reviewButton(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/view-dat-submission');
});
