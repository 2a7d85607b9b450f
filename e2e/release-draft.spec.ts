import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import {
  combo,
  expectKept,
  fillIn,
  openForm,
  reviewButton,
  tags,
} from '@datchain/testing/browsers/release-form.ts';
import type { Page } from '@playwright/test';

async function expectFilledIn(page: Page): Promise<void> {
  await expect(combo(page, 'Artist')).toHaveValue('Ada Okonjo (@adaokonjo)');
  await expect(page.getByText(/^500 × 500/)).toBeVisible();
  await expect(page.getByText('kept.wav')).toBeVisible();
  await expect(page.getByLabel('Song name')).toHaveValue('Kept Song');
  await expect(page.getByRole('radio', { name: 'Gold' })).toBeChecked();
  await expect(page.getByLabel('Genre')).toHaveValue('rnb_soul');
  await expect(tags(page, 'Songwriters')).toHaveText(['Joe Castellanos']);
}

test('a draft outlives a reload with its files, goes to the review, and can be started over', async ({
  page,
  signIn,
}) => {
  await openForm(page, signIn);
  await fillIn(page);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('Kept Song')).toBeVisible();
  await expect(preview.getByText('@adaokonjo')).toBeVisible();
  await expectKept(page);
  await reviewButton(page).click();
  await expect(page).toHaveURL('/view-dat-submission');
  await expect(page.getByText('Kept Song').first()).toBeVisible();
  await page.goBack();
  await expectFilledIn(page);
  await page.reload();
  await expectFilledIn(page);

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Remove draft' }).click();
  await expect(page.getByRole('tab', { name: 'Build via Form' })).toBeFocused();
  await expect(page.getByLabel('Song name')).toHaveValue('');
  await expect(page.getByText('kept.wav')).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Song name')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Yes' })).not.toBeChecked();
});
