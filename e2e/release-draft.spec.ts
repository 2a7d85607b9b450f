import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Page } from '@playwright/test';
import { FieldValue } from 'firebase-admin/firestore';
import { expect, test } from './support/fixtures.ts';
import { logOut } from './support/menu.ts';
import { combo, expectKept, fillIn, openForm, reviewButton, tags } from './support/release-form.ts';

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

test('someone else on the same device sees nothing of a draft', {
  tag: ['@once', '@long'],
}, async ({ page, signIn, newAccount, admin }) => {
  const other = await newAccount();
  const list = admin.firestore.doc(docs.allowedUsers);
  await list.update({ users: FieldValue.arrayUnion(other.uid) });
  try {
    await openForm(page, signIn);
    await fillIn(page);
    await expectKept(page);
    await logOut(page);
    await signIn(page, other);
    await page.goto('/release');
    await expect(page.getByLabel('Song name')).toHaveValue('');
    await expect(page.getByText('kept.wav')).toHaveCount(0);
    await expect(page.getByText('A draft is saved on this device while')).toBeVisible();
    await logOut(page);
    await openForm(page, signIn);
    await expectFilledIn(page);
  } finally {
    await list.update({ users: FieldValue.arrayRemove(other.uid) });
  }
});

test('a device that keeps nothing says so, and the release still reaches the review', {
  tag: ['@once', '@long'],
}, async ({ page, signIn }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No storage here.', 'InvalidStateError');
    };
  });
  await openForm(page, signIn);
  await fillIn(page);
  await expect(page.getByText('This device cannot keep the draft.')).toBeVisible();
  await reviewButton(page).click();
  await expect(page).toHaveURL('/view-dat-submission');
  await expect(page.getByText('Kept Song').first()).toBeVisible();
});
