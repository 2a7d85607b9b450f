import { debtText } from '@datchain/shared/domain/books/debts.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { portalSite } from '../../testing/portal-site.ts';
import { readRows } from '../../testing/read-page.ts';

const portal = portalSite();

const MICROS = 1_000_000;
const at = Date.parse('2026-11-20T10:42:00Z');
const wallet = { balance: 0, ownedDats: [], lots: [], debtMicros: 6 * MICROS };

const given = {
  user: { uid: 'fan', email: 'fan@dats.test' },
  documents: {
    'users/fan/wallet/main': wallet,
    'users/fan/movements/clawback:re_1': {
      kind: 'payment-refunded',
      at,
      orderId: 'o1',
      blockId: '50',
      priceCents: 50,
      qty: 80,
      missingQty: 20,
      totalCents: 5_000,
      debtMicros: 10 * MICROS,
    },
    'users/fan/movements/debt-paid:fan:settle:o2': {
      kind: 'debt-paid',
      at: at + HOUR_MILLIS,
      paidMicros: 4 * MICROS,
      debtMicros: 6 * MICROS,
    },
  },
};

const story = [
  ['Debt paid from earnings', '20 Nov 2026, 11:42 UTC', '−$4.00'],
  [
    'Refund of $50.00: 80 tokens were taken back; 20 had been spent or sold',
    '20 Nov 2026, 10:42 UTC',
    '+$10.00',
  ],
];

describe('a wallet with a debt', () => {
  test('[N-MON-04] the wallet says how much is owed, how it is settled and how it came about, and links each movement', async () => {
    const { page, change } = await portal.open('/wallet', given);
    const debt = page.getByRole('region', { name: 'What you owe' });
    await expect(debt.getByText(debtText(6 * MICROS))).toBeVisible();
    const table = debt.getByRole('table', { name: 'What happened, newest first' });
    await expect.poll(() => readRows(table)).toEqual(story);
    await expect(debt.getByRole('row', { name: 'Owed now' })).toContainText('$6.00');
    await debt.getByRole('link', { name: /^Refund of/ }).click();
    await expect(page).toHaveURL(/\/wallet\/history\?show=debts#clawback%3Are_1$/);
    await expect(page.locator('tr[aria-current]')).toContainText('Refund returned to the card');
    await expect(page.getByRole('button', { name: 'Debts' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goBack();
    await expect(debt).toBeVisible();
    await change({ documents: { 'users/fan/wallet/main': { ...wallet, debtMicros: undefined } } });
    await expect(debt).toHaveCount(0);
  });

  test('axe finds nothing in a wallet with a debt, on a dark phone', async () => {
    const options = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const };
    const { page } = await portal.open('/wallet', { ...given, options });
    await expect(page.getByText(debtText(6 * MICROS))).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
  });
});
