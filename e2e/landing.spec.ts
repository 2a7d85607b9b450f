import { landingLinks } from '@datchain/shared/contracts/site.ts';
import { expect, test } from './support/ledger-test.ts';

test('[R-LND-02] the chain’s logo goes to /home', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: landingLinks.chainBrand.name }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
});
