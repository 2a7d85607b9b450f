import { pressCashOut } from '@datchain/testing/browsers/alerts.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect, type Page } from '@playwright/test';
import { describe, test } from 'vitest';
import type { Answer } from '../../testing/calls.ts';
import type { Given } from '../../testing/given.ts';
import { portalSite } from '../../testing/portal-site.ts';
import { factsIn, figure } from '../../testing/read-page.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };

const account = (isReady: boolean): Answer => ({
  result: { stripeAccountId: 'acct_1', payouts_enabled: isReady },
});

const quote = {
  eligibleCents: 4_895,
  pending: [{ date: '2026-11-19', countsFrom: Date.UTC(2026, 10, 23), micros: 9_750_000 }],
  days: 4,
  tokenQty: 80,
  tokenValue: 0.5,
  tokenCents: 4_000,
  payouts_enabled: true,
  setup: 'ready',
  blockedBy: null,
};

const live = {
  'users/fan/summary': {
    currentCreditsStrings: { totalCredits: '900' },
    earnedCreditsStrings: { totalCredits: '587' },
  },
  'datChainTokenWallets/fan': { qty: 80 },
  'metrics/datToken': { poolCents: 5_000_000, circulating: 100_000, issuedToUsers: 80 },
};

const ready = {
  user,
  live,
  calls: { createOrRetrieveAccount: account(true), getPayoutQuote: { result: quote } },
} satisfies Given;

const amount = (page: Page) => page.getByLabel('Payout amount');
const max = (page: Page) => page.getByRole('button', { name: 'Max' });
const cashOut = (page: Page) => page.getByRole('button', { name: 'Cash Out' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

const arrival = [
  'Fee: None',
  'At Stripe: Today',
  expect.stringMatching(/^In your bank: Usually by \d+ [A-Z][a-z]{2} \d{4}$/),
];

describe('the form', () => {
  test('[N-EXP-07] limits and arrival of the money show before anything is typed, and each source has its own lines', async () => {
    const { page } = await portal.open('/cashout', ready);
    const panel = page.getByRole('tabpanel');
    await expect(panel).toContainText('At least $25.00, at most $48.95.');
    await expect.poll(() => factsIn(panel)).toEqual([...arrival, 'You get: –']);
    const later = page.getByRole('complementary', { name: 'Available later' });
    const worth = page.getByRole('complementary', { name: 'What one is worth' });
    await expect(later).toBeVisible();
    await expect(worth).toHaveCount(0);
    await tab(page, 'Tokens').click();
    await expect(panel).toContainText('At least $25.00, at most $40.00.');
    await expect
      .poll(() => factsIn(worth))
      .toEqual([
        'In the reward pool: $50,000.00',
        'Reward tokens in circulation: 100,000',
        'Value of one: $0.50',
      ]);
    await expect(later).toHaveCount(0);
  });

  test('[R-CSH-02] the form has two tabs, and Max fills in all that each has', async () => {
    const { page, asked } = await portal.open('/cashout', ready);
    await expect(page.getByRole('tab')).toHaveText(['Earnings', 'Tokens']);
    await expect(tab(page, 'Earnings')).toHaveAttribute('aria-selected', 'true');
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
    await expect(figure(page, 'Available later')).toHaveText('$9.75');
    await max(page).click();
    await expect(amount(page)).toHaveValue('48.95');
    await expect
      .poll(() => factsIn(page.getByRole('tabpanel')))
      .toEqual([...arrival, 'You get: $48.95']);
    const counted = page.getByText('Counted as 489.5 credits of $0.10');
    await expect(counted).toBeHidden();
    await page.getByText('In credits').click();
    await expect(counted).toBeVisible();

    await tab(page, 'Tokens').click();
    await expect(amount(page)).toHaveValue('');
    await expect(figure(page, 'Available now')).toHaveText('$40.00');
    await max(page).click();
    await expect(amount(page)).toHaveValue('40.00');
    await expect
      .poll(() => factsIn(page.getByRole('tabpanel')))
      .toEqual(['Reward tokens used: 80', ...arrival, 'You get: $40.00']);
    expect(asked).toEqual([
      {
        name: 'createOrRetrieveAccount',
        input: { email: 'fan@dats.test' },
        authorization: 'Bearer token of fan',
      },
      { name: 'getPayoutQuote', input: {}, authorization: 'Bearer token of fan' },
    ]);
  });

  test('[N-INP-07] an amount is sent as it was written, with a comma or the digits of another script', async () => {
    const { page, asked, answer } = await portal.open('/cashout', ready);
    answer('processPayout', { result: { transferId: 'tr_1' } });
    const sent = () => asked.filter(({ name }) => name === 'processPayout').length;
    for (const [typed, usd] of [
      ['25,50', 25.5],
      ['٢٥٫٥٠', 25.5],
    ] as const) {
      const before = sent();
      await amount(page).fill('');
      await amount(page).pressSequentially(typed);
      await expect
        .poll(() => factsIn(page.getByRole('tabpanel')), typed)
        .toContain(`You get: $${usd.toFixed(2)}`);
      await pressCashOut(page);
      expect(sent(), typed).toBe(before + 1);
      expect(asked.findLast(({ name }) => name === 'processPayout')).toMatchObject({
        input: { payoutAmount: usd, source: 'credits' },
      });
    }
  });

  test('[R-CSH-03] [N-INP-07] typing keeps only digits and a point; an amount too large is capped, with a note until another amount is typed', async () => {
    const { page } = await portal.open('/cashout', ready);
    const note = page.getByText('Capped at $48.95, all that is available.');
    await amount(page).pressSequentially('$4a89');
    await expect(amount(page)).toHaveValue('48.95');
    await expect(amount(page)).toHaveAccessibleDescription(/Capped at \$48\.95/);
    await expect(note).toBeVisible();
    await amount(page).pressSequentially('5');
    await expect(amount(page)).toHaveValue('48.95');
    await expect(note).toBeVisible();
    await amount(page).fill('48');
    await expect(note).toHaveCount(0);
    await max(page).click();
    await expect(amount(page)).toHaveValue('48.95');
    await expect(note).toHaveCount(0);
    await amount(page).fill('1.234,56');
    await expect(note).toBeVisible();
    await tab(page, 'Tokens').click();
    await expect(page.getByText('Capped at')).toHaveCount(0);
  });

  test('[R-CSH-04] an amount that cannot be paid out shows its sentence and makes no call', async () => {
    const { page, asked } = await portal.open('/cashout', ready);
    for (const [typed, sentence] of [
      ['', 'Enter a valid payout amount.'],
      ['.', 'Enter a valid payout amount.'],
      ['24.99', 'Minimum payout amount is $25.00'],
      ['1,234', '“1,234” can mean $1,234.00 or $1.234. Write 1234 or 1.23.'],
    ] as const) {
      await amount(page).fill(typed);
      await cashOut(page).click();
      await expect(page.locator('.field-error')).toHaveText(sentence);
    }
    expect(asked.map(({ name }) => name)).not.toContain('processPayout');
  });

  test('[R-CSH-07] [N-MON-15] a payout sends amount and source, names its transfer and clears the field, even if the answer lacks it', async () => {
    const { page, asked, answer } = await portal.open('/cashout', ready);
    answer('processPayout', { result: { transferId: 'tr_1' } });
    await tab(page, 'Tokens').click();
    await amount(page).fill('30.50');
    expect(await pressCashOut(page)).toBe('Payout successful! Transfer ID: tr_1');
    await expect(amount(page)).toHaveValue('');
    expect(asked.filter(({ name }) => name === 'processPayout')).toMatchObject([
      { input: { payoutAmount: 30.5, source: 'tokens' } },
    ]);
    // A payout whose answer lacks the transfer was made nevertheless.
    for (const result of [{ transferId: '' }, {}, { transferId: null }]) {
      answer('processPayout', { result });
      await max(page).click();
      expect(await pressCashOut(page)).toBe('Payout successful! Transfer ID: N/A');
      await expect(amount(page)).toHaveValue('');
    }
  });

  test('[N-EXP-07] [R-CSH-07] Cash Out sums up what is paid out, pays it once that is confirmed, and says what was sent', async () => {
    const { page, asked, answer } = await portal.open('/cashout', ready);
    const payouts = () => asked.filter(({ name }) => name === 'processPayout').length;
    answer('processPayout', { result: { transferId: 'tr_1' } });
    await max(page).click();
    await cashOut(page).click();
    const dialog = page.getByRole('dialog', { name: 'Cash out $48.95?' });
    await expect.poll(() => factsIn(dialog)).toEqual([...arrival, 'You get: $48.95']);
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(amount(page)).toHaveValue('48.95');
    expect(payouts()).toBe(0);
    await pressCashOut(page);
    await expect(dialog).toHaveCount(0);
    await expect(
      page.getByText(/^\$48\.95 was sent to your bank\. Usually there by /),
    ).toBeVisible();
    expect(payouts()).toBe(1);
  });
});

test('[N-EXP-07] the reason for a refused payout of earnings shows on their tab, and not on that of tokens', async () => {
  portal.expectComplaint(/status of 400.*processPayout/);
  const { page, answer } = await portal.open('/cashout', ready);
  const reason = 'Complete your payout setup first.';
  answer('processPayout', { status: 400, message: reason });
  await amount(page).fill('25');
  await pressCashOut(page);
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(reason);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(reason);
  await tab(page, 'Tokens').click();
  await expect(figure(page, 'Available now')).toHaveText('$40.00');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await tab(page, 'Earnings').click();
  await expect(page.getByRole('alert')).toHaveText(reason);
});

describe('eligible credits that cannot be computed', () => {
  const failing = (summary: object): Given => ({
    ...ready,
    live: { ...live, 'users/fan/summary': summary },
    calls: { ...ready.calls, getPayoutQuote: { status: 500 } },
  });
  const said = 'We could not work out what can be paid out now';

  test('[R-CSH-09] the form shows a tenth of the earned credits, none of the purchased ones, and a notice', async () => {
    portal.expectComplaint(/status of 500.*getPayoutQuote/);
    const { page, asked, answer } = await portal.open(
      '/cashout',
      failing(live['users/fan/summary']),
    );
    await expect(figure(page, 'Available now')).toHaveText('$58.70');
    await expect(page.getByText(`${said}. This is all you earned;`)).toBeVisible();
    await max(page).click();
    await expect(amount(page)).toHaveValue('58.70');
    answer('processPayout', { result: { transferId: 'tr_1' } });
    await pressCashOut(page);
    expect(asked.filter(({ name }) => name === 'processPayout')).toMatchObject([
      { input: { payoutAmount: 58.7, source: 'credits' } },
    ]);
    answer('getPayoutQuote', { result: quote });
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(figure(page, 'Available now')).toHaveText('$48.95');
    await expect(page.getByText(said)).toHaveCount(0);
  });

  test('[R-CSH-09] earlier payouts of old and new days do not count again', async () => {
    portal.expectComplaint(/status of 500.*getPayoutQuote/);
    const { page, change } = await portal.open(
      '/cashout',
      failing({
        ...live['users/fan/summary'],
        earnedCreditsByDate: {
          '2026-11-01': { total: 400, spent: 100 },
          '2999-12-31': { total: 97.5, spent: 0 },
        },
      }),
    );
    // 300 and 97.5 credits, including a day that is not old enough yet.
    await expect(figure(page, 'Available now')).toHaveText('$39.75');
    await expect(page.getByText('Pending earnings could not be loaded.')).toBeVisible();
    await expect(page.getByText('all you earned')).toHaveCount(0);
    await expect(
      page.getByText(`${said}. This is what you earned, less what was already paid out`),
    ).toBeVisible();
    await change({ live: { 'users/fan/summary/earnedCreditsByDate/2026-11-01/spent': 400 } });
    await expect(figure(page, 'Available now')).toHaveText('$9.75');
  });

  test('[R-CSH-09] reward tokens are worth what the databases say', async () => {
    portal.expectComplaint(/status of 500.*getPayoutQuote/);
    const { page } = await portal.open('/cashout', failing({}));
    await expect(figure(page, 'Available now')).toHaveText('$0.00');
    await tab(page, 'Tokens').click();
    await expect(figure(page, 'Available now')).toHaveText('$40.00');
  });
});

describe('the setup', () => {
  test('[R-CSH-01] an account without payouts sees the setup with its link, and no form', async () => {
    const { page, answer } = await portal.open('/cashout', {
      ...ready,
      calls: {
        createOrRetrieveAccount: account(false),
        getPayoutQuote: { result: { ...quote, payouts_enabled: false, setup: 'begin' } },
      },
    });
    await expect(page.getByRole('heading', { name: 'Complete Your Stripe Setup' })).toBeVisible();
    await expect(amount(page)).toHaveCount(0);
    answer('createOnboardingLink', { result: { url: 'https://connect.stripe.test/setup/1' } });
    await page.getByRole('button', { name: 'Set up payouts with Stripe' }).click();
    await expect(page).toHaveURL('https://connect.stripe.test/setup/1');
  });

  test('[R-CSH-01] a failed check of the account shows the setup as well', async () => {
    portal.expectComplaint(/status of 500.*createOrRetrieveAccount/);
    const { page } = await portal.open('/cashout', {
      ...ready,
      calls: { ...ready.calls, createOrRetrieveAccount: { status: 500 } },
    });
    await expect(page.getByRole('heading', { name: 'Complete Your Stripe Setup' })).toBeVisible();
    await expect(amount(page)).toHaveCount(0);
  });
});

test('axe finds nothing in the form with an error, on a dark phone', async () => {
  const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
  const { page } = await portal.open('/cashout', { ...ready, options });
  await cashOut(page).click();
  await expect(page.locator('.field-error')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
