import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import {
  choose,
  combo,
  openForm,
  profileQuestion,
} from '@datchain/testing/browsers/release-form.ts';

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
