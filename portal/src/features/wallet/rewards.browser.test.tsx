import { expect } from '@playwright/test';
import { test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';
import { figure } from '../../testing/read-page.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const issued = { poolCents: 0, circulating: 100_000, issuedToUsers: 0 };

const spent = (totalCents: number, awarded: number, utilitySoldCents?: number) => ({
  user,
  live: {
    'utilitySpend/fan': { totalCents, awarded },
    metrics: { datToken: issued, utilitySold: { totalCents: utilitySoldCents ?? null } },
  },
});

test('[R-WAL-09] [N-EXP-06] reward tokens are claimed once, with one call', async () => {
  // $800 at $250 each earn 3, of which 1 is claimed.
  const { page, change, asked, answer } = await portal.open('/wallet', spent(80_000, 1));
  const rewards = page.locator('.rewards');
  await expect(rewards).toContainText('2 reward tokens are ready');
  await expect(rewards).toContainText('You have claimed 1. $200.00 to the next one.');
  let finish: (reply: { result: unknown }) => void = () => {};
  answer('claimRewardTokens', new Promise((resolve) => (finish = resolve)));
  const button = page.getByRole('button', { name: 'Claim 2 reward tokens' });
  await button.click();
  await expect(button).toBeDisabled();
  finish({ result: { claimed: 2, qty: 3 } });
  await expect(page.getByText('2 reward tokens claimed.')).toBeVisible();
  expect(asked).toEqual([
    { name: 'claimRewardTokens', input: {}, authorization: 'Bearer token of fan' },
  ]);
  await change({
    live: {
      'utilitySpend/fan': { totalCents: 80_000, awarded: 3 },
      'datChainTokenWallets/fan': { qty: 3 },
    },
  });
  await expect(rewards.getByRole('button')).toHaveCount(0);
  await expect(figure(page, 'datchain token rewards')).toHaveText('3');
  await expect(rewards.locator('p').first()).toHaveText(
    'Spend $200.00 more on tokens to get a reward token, worth $0.00 today.',
  );
});

test('[R-WAL-09] [N-EXP-06] a cent too little earns no reward token, and a user who has claimed too many cannot claim', async () => {
  const { page, change } = await portal.open('/wallet', spent(24_999, 0));
  const claim = page.locator('.rewards').getByRole('button');
  await expect(page.getByText('Spend $0.01 more on tokens to get a reward token')).toBeVisible();
  await expect(claim).toHaveCount(0);
  await change(spent(25_000, 0));
  await expect(
    page.getByRole('button', { name: 'Claim 1 reward token', exact: true }),
  ).toBeEnabled();
  await change(spent(80_000, 5));
  await expect(claim).toHaveCount(0);
  await expect(page.locator('.rewards progress')).toHaveCount(0);
  await expect(page.locator('.rewards')).toContainText(
    'At this price your spending has earned 3. You have claimed 5.',
  );
  await expect(page.getByText('Spend $700.00 more on tokens to get a reward token')).toBeVisible();
});

test('[R-WAL-09] a failed claim is reported and can be tried again', async () => {
  portal.expectComplaint(/status of 503.*claimRewardTokens/);
  const { page, answer, asked } = await portal.open('/wallet', spent(25_000, 0));
  const button = page.getByRole('button', { name: 'Claim 1 reward token', exact: true });
  answer('claimRewardTokens', { status: 503 });
  await button.click();
  await expect(page.getByText('The tokens could not be claimed. Try again.')).toBeVisible();
  answer('claimRewardTokens', { result: { claimed: 1, qty: 1 } });
  await button.click();
  await expect(page.getByText('1 reward token claimed.')).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('[R-WAL-18] the price of a reward token follows what was sold to everyone', async () => {
  const { page, change } = await portal.open('/wallet', spent(420_000, 0));
  for (const [soldCents, price, earned] of [
    [0, '$250.00', 16],
    [2_500_000_000, '$300.00', 14],
    [10_000_000_001, '$250.00', 16],
  ] as const) {
    await change(spent(420_000, 0, soldCents));
    await expect(page.locator('.rewards')).toContainText(
      `Each ${price} spent on the platform’s tokens earns one.`,
    );
    await expect(page.locator('.rewards').getByRole('button')).toHaveText(
      `Claim ${earned} reward tokens`,
    );
  }
});

test('[N-FIG-07] reward tokens show their worth and the minimum to cash out; no step of a formula looks like a total', async () => {
  const { page } = await portal.open('/wallet', {
    user,
    live: {
      'datChainTokenWallets/fan': { qty: 12 },
      metrics: { datToken: { ...issued, poolCents: 4_170_000 } },
    },
  });
  await expect(page.getByText('worth $5.004', { exact: true })).toBeVisible();
  await expect(page.locator('.wallet-note')).toContainText(
    'Reward tokens can be cashed out from $25.00 on.',
  );
  await page.getByRole('button', { name: 'Value per datchain token', exact: true }).click();
  const value = page.getByRole('region', { name: 'Value per datchain token, in lines' });
  await expect(value.getByText('The pool for each of your credits')).toBeHidden();
  await value.getByText('The pool and your credits').click();
  await expect(
    value.getByText('This is only a comparison, not an amount that you have'),
  ).toBeVisible();
  await expect(value.locator('.fact-total dt')).toHaveText('Value per datchain token');
});
