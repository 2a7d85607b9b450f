import type { OrderStatus } from '@datchain/shared/contracts/calls/orders.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { expect, test } from 'vitest';
import { editionOrderWords, type WantedEdition } from './edition-order-words.ts';

const now = Date.UTC(2026, 10, 22, 10, 43);
const moment = { now, confirming: false, slow: false, cancelled: false, stale: false };
const wanted: WantedEdition = {
  datId: 'salt',
  editionNumber: 4,
  priceCents: 2_500,
  state: 'wanted',
};
const anOrder = (state: OrderStatus['state']): OrderStatus => ({
  state,
  blockId: '36',
  qty: 70,
  total: 2_520,
  expiresAt: now + 31 * MINUTE_MILLIS,
  settledAt: state === 'settled' ? now : null,
  url: null,
});
const words = (
  state: OrderStatus['state'],
  edition: Partial<WantedEdition> = {},
  more: Partial<typeof moment> = {},
  returned: Partial<OrderStatus> = {},
) =>
  editionOrderWords(
    { ...anOrder(state), ...returned },
    { ...wanted, ...edition },
    { ...moment, ...more },
  );

test('[N-BUY-06] an order back from Stripe says until when it waits, and that it continues by itself', () => {
  const waiting = words('reserved', {}, { confirming: true });
  expect(waiting).toMatchObject({ heading: 'Waiting for Stripe', isGoingOn: true });
  expect(waiting.steps.map(({ value }) => value)).toEqual([
    'On its way',
    'Kept for you until 11:14 UTC',
    'Next',
  ]);
});

test('the page says so while it is unknown whether the card was charged', () => {
  for (const more of [{ slow: true }, { stale: true }]) {
    expect(words('reserved', {}, { confirming: true, ...more }).text).toMatch(
      /^We are asking Stripe whether you were charged\./,
    );
  }
  expect(words('reserved', {}, { now: now + HOUR_MILLIS }).text).toMatch(/We are asking Stripe/);
});

test('[N-BUY-07] an order left unpaid says that the card was not charged, and which edition it will buy', () => {
  const left = words('reserved', {}, { cancelled: true });
  expect(left.heading).toBe('Not paid');
  expect(left.text).toBe(
    'You left Stripe before paying. Your card was not charged. DAT #4 will be bought as soon as you pay. 70 tokens are kept for you until 11:14 UTC.',
  );
  expect(words('ended').text).toMatch(/Your card was not charged\.$/);
});

test('[N-BUY-06] a paid order says whether the edition is being bought, was bought, or was missed and the tokens stay', () => {
  expect(words('settled')).toMatchObject({
    heading: 'Paid',
    text: '$25.20 arrived. 70 tokens are yours, and we are buying DAT #4 with them now.',
    isGoingOn: true,
  });
  expect(words('settled', { state: 'bought' }).heading).toBe('DAT #4 is yours');
  expect(
    words('settled', { state: 'missed', reason: 'This edition has already been sold.' }),
  ).toMatchObject({
    heading: 'DAT #4 was sold to someone else',
    text: 'Someone bought DAT #4 while you paid. Your 70 tokens are in your wallet.',
  });
  expect(words('settled', { state: 'missed', reason: 'The price has changed.' })).toMatchObject({
    heading: 'DAT #4 was not bought',
    text: 'The price has changed. Your 70 tokens are in your wallet.',
  });
});

test('[N-BUY-06] a payment that went back in part says that the edition was not bought, and which tokens stay', () => {
  const reason = 'Part of the payment went back to the card.';
  const missed = (refundedCents: number, qty: number, missingQty = 0, why = reason) =>
    words(
      'settled',
      { state: 'missed', reason: why },
      {},
      {
        refundedCents,
        takenBack: { qty, otherQty: 0, missingQty },
      },
    );
  expect(missed(1, 0)).toMatchObject({
    heading: 'DAT #4 was not bought',
    text: '$0.01 went back to the card. No tokens were taken back. Your 70 tokens are in your wallet.',
  });
  expect(missed(1_260, 35)).toMatchObject({
    heading: 'DAT #4 was not bought',
    text: '$12.60 went back to the card. 35 tokens were taken back. Your 35 tokens are in your wallet.',
  });
  expect(missed(1_260, 30, 5, 'The price has changed.').text).toBe(
    'The price has changed. $12.60 went back to the card. 30 tokens were taken back. 5 tokens had been spent or sold. Your 35 tokens are in your wallet.',
  );
  expect(missed(2_520, 70)).toMatchObject({
    heading: 'Payment returned',
    text: 'DAT #4 was not bought. $25.20 went back to the card. 70 tokens were taken back.',
  });
});
