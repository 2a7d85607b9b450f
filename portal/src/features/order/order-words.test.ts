import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { orderReceipt } from './order-receipt.ts';
import { keptText, orderWords, timeLeft } from './order-words.ts';

const now = Date.UTC(2026, 10, 20, 10, 42);
const moment = { now, confirming: false, slow: false, cancelled: false };
const anOrder = (state: OrderStatus['state']): OrderStatus => ({
  state,
  blockId: '36',
  qty: 1_240,
  total: 44_640,
  expiresAt: now + 12 * MINUTE_MILLIS,
  settledAt: null,
  url: null,
});

test('an unpaid order says that its tokens are kept', () => {
  expect(orderWords(anOrder('reserved'), moment).text).toBe(
    '1,240 tokens are kept for you until you pay or the time runs out.',
  );
});

test('leaving the payment page says that nothing was charged', () => {
  expect(orderWords(anOrder('reserved'), { ...moment, cancelled: true }).text).toMatch(
    /^You left Stripe without paying\. Nothing was charged\./,
  );
});

test('an unpaid order whose time is over shows no negative time', () => {
  const late = { ...moment, now: now + HOUR_MILLIS };
  expect(orderWords(anOrder('reserved'), late).text).toMatch(/^The time to pay has run out\./);
});

test('an order just back from the payment page says that the payment is being confirmed', () => {
  const back = { ...moment, confirming: true };
  expect(orderWords(anOrder('reserved'), back).heading).toBe('Confirming your payment');
  expect(orderWords(anOrder('reserved'), { ...back, slow: true }).text).toMatch(
    /has not confirmed the payment yet/,
  );
});

test('a returned payment names the amount', () => {
  expect(orderWords(anOrder('refunded'), moment).text).toMatch(/^\$446\.40 goes back to the card/);
});

test('a refunded order says what went back and was taken back, not that tokens are in the wallet', () => {
  const takenBack = { qty: 278, otherQty: 0, missingQty: 0 };
  const part = { ...anOrder('settled'), refundedCents: 10_000, takenBack };
  expect(orderWords(part, moment)).toEqual({
    heading: 'Paid, and partly returned',
    text: '$100.00 went back to the card. 278 tokens were taken back.',
  });
  expect(orderWords({ ...part, refundedCents: 44_640 }, moment).heading).toBe('Payment returned');
  expect(orderReceipt('o1', part, 'fan@dats.test').since).toEqual([
    { label: 'Returned to the card', value: '−$100.00' },
    { label: 'Net payment', value: '$346.40' },
  ]);
});

test('[N-MON-04] if more than the payment went back, the receipt adds up and the page says what is owed', () => {
  const order = {
    ...anOrder('settled'),
    qty: 76,
    total: 3_800,
    refundedCents: 5_053,
    takenBack: { qty: 76, otherQty: 0, missingQty: 0 },
  };
  expect(orderReceipt('o1', order, 'fan@dats.test').since).toEqual([
    { label: 'Returned to the card', value: '−$50.53' },
    { label: 'Net payment', value: '−$12.53' },
  ]);
  expect(orderWords(order, moment)).toEqual({
    heading: 'Payment returned',
    text: '$50.53 went back to the card. 76 tokens were taken back. $12.53 more went back than was paid, and was added to what you owe.',
  });
});

test.each([
  [{ qty: 0, otherQty: 0, missingQty: 0 }, 'No tokens were taken back.'],
  [
    { qty: 1, otherQty: 0, missingQty: 4 },
    '1 token was taken back. 4 tokens had been spent or sold.',
  ],
  [
    { qty: 0, otherQty: 3, missingQty: 4 },
    '4 tokens had been spent or sold. 3 other tokens were taken instead.',
  ],
])('[N-MON-04] an order says what was taken back for it: %o', (takenBack, text) => {
  const order = { ...anOrder('settled'), refundedCents: 1, takenBack };
  expect(orderWords(order, moment).text).toBe(`$0.01 went back to the card. ${text}`);
});

test.each([
  [60_001, '2 minutes'],
  [60_000, 'less than a minute'],
  [1, 'less than a minute'],
  [0, undefined],
])('an order with %i ms left shows %s', (millis, text) => {
  expect(timeLeft(now + millis, now)).toBe(text);
});

test('texts about a single token use the singular', () => {
  expect(keptText(1)).toBe('1 token is kept for you until you pay or the time runs out.');
  expect(keptText(20)).toBe('20 tokens are kept for you until you pay or the time runs out.');
  expect(orderWords({ ...anOrder('settled'), qty: 1 }, moment).text).toBe(
    '1 token is in your wallet.',
  );
});
