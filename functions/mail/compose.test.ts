import type { News } from '@datchain/shared/contracts/documents/notification.ts';
import { expect, test } from 'vitest';
import { compose } from './compose.ts';
import { readUnsubscribe } from './unsubscribe-link.ts';

const letterhead = { siteUrl: 'https://dats.example', linkKey: 'ab'.repeat(32) };
const at = Date.UTC(2026, 10, 24, 8, 30);
const edition = { at, datId: 'blue', edition: 4, priceCents: 2_500 };
const order = { at, orderId: 'o1', blockId: '36', priceCents: 36, qty: 70, totalCents: 2_520 };
const payout = { at, payoutId: 'p1', source: 'credits' as const, amountCents: 6_400 };

const written = (news: News, songOf = () => 'Salt on the Wires') =>
  compose(letterhead, { news, entryId: 'sale:blue:4', uid: 'hana', songOf });

/** The words of an e-mail, its link, and whether its kind can be switched off. */
const told = (news: News) => {
  const { subject, text, unsubscribeUrl } = written(news);
  const [, , detail] = text.split('\n');
  const [link] = /\S+$/m.exec(text.split('\n')[5] ?? '') ?? [];
  return [subject, detail, link?.replace(letterhead.siteUrl, ''), unsubscribeUrl !== undefined];
};

const partly = { ...order, totalCents: 1_800, qty: 50, paymentCents: 3_600 };
const oneCent = { ...order, totalCents: 1, qty: 0, paymentCents: 11_100 };

test.each([
  [
    { kind: 'payment-refunded', ...partly, debtMicros: 0 },
    '$18.00 of your payment of $36.00 was refunded',
    '50 tokens went back.',
  ],
  [
    { kind: 'payment-refunded', ...oneCent, debtMicros: 0 },
    '$0.01 of your payment of $111.00 was refunded',
    'No tokens went back.',
  ],
  [
    { kind: 'payment-disputed', ...partly, debtMicros: 0 },
    '$18.00 of your payment of $36.00 is disputed',
    '50 tokens went back until your bank has decided.',
  ],
  [
    { kind: 'payment-disputed', ...oneCent, debtMicros: 0 },
    '$0.01 of your payment of $111.00 is disputed',
    'No tokens went back while your bank decides.',
  ],
  [
    { kind: 'payment-reinstated', ...partly, debtMicros: 0 },
    '$18.00 of your payment of $36.00 stands again',
    'You got back 50 tokens, which the refund or dispute had taken.',
  ],
  [
    { kind: 'payment-reinstated', ...oneCent, debtMicros: -10_000 },
    '$0.01 of your payment of $111.00 stands again',
    'No tokens came back. You owe $0.01 less.',
  ],
  [
    { kind: 'payment-refunded', ...order, paymentCents: 2_520, debtMicros: 0 },
    'Your payment of $25.20 was refunded',
    '70 tokens went back.',
  ],
  [
    {
      kind: 'payment-disputed',
      ...order,
      paymentCents: 2_520,
      debtMicros: 12_530_000,
      excessMicros: 12_530_000,
    },
    'Your payment of $25.20 is disputed',
    '70 tokens went back until your bank has decided. $12.53 is owed because more went back to the card than you paid: earnings pay it first.',
  ],
  [
    {
      kind: 'payment-disputed',
      ...order,
      paymentCents: 2_520,
      debtMicros: 14_530_000,
      excessMicros: 12_530_000,
    },
    'Your payment of $25.20 is disputed',
    '70 tokens went back until your bank has decided. $2.00 is owed for tokens that had been spent or sold, and $12.53 because more went back to the card than you paid: earnings pay both first.',
  ],
] satisfies [News, string, string][])(
  '[N-FIG-01] news of %o names what of the payment it is about',
  (news, subject, detail) => {
    expect(told(news).slice(0, 2)).toEqual([subject, detail]);
    expect(written(news).html).toContain(subject);
  },
);

test.each([
  [
    { kind: 'tokens-bought', ...order },
    'Receipt for 70 tokens',
    'You paid $25.20 by card for 70 tokens at $0.36 each.',
    '/orders/o1',
    false,
  ],
  [
    { kind: 'tokens-bought', ...order, datId: edition.datId, edition: edition.edition },
    'Receipt for 70 tokens',
    'You paid $25.20 by card for 70 tokens at $0.36 each. They are for DAT #4 of Salt on the Wires.',
    '/orders/o1',
    false,
  ],
  [
    { kind: 'edition-bought', ...edition, tokens: 70 },
    'DAT #4 of Salt on the Wires is yours',
    'You bought it for $25.00.',
    '/wallet/receipt/sale%3Ablue%3A4',
    false,
  ],
  [
    { kind: 'edition-sold', isResale: true, ...edition, earnedMicros: 20_000_000 },
    'DAT #4 of Salt on the Wires is sold',
    '$20.00 of $25.00 is yours.',
    '/wallet/dat/blue',
    true,
  ],
  [
    { kind: 'royalty', ...edition, earnedMicros: 2_500_000 },
    'DAT #4 of Salt on the Wires was resold',
    '$2.50 of $25.00 is yours, as its artist.',
    '/wallet/dat/blue',
    true,
  ],
  [
    {
      ...{ kind: 'tokens-sold', at, blockId: '79', priceCents: 79, qty: 1 },
      ...{ grossMicros: 790_000, earnedMicros: 750_500 },
    },
    '1 token of yours is sold',
    '$0.75 is yours: 95% of $0.79.',
    '/wallet/earnings',
    true,
  ],
  [
    { kind: 'payment-refunded', ...order, debtMicros: 1_000_000 },
    'Your payment of $25.20 was refunded',
    '70 tokens went back. $1.00 is owed for tokens that had been spent or sold: earnings pay it first.',
    '/orders/o1',
    false,
  ],
  [
    { kind: 'payment-disputed', ...order, debtMicros: 0 },
    'Your payment of $25.20 is disputed',
    '70 tokens went back until your bank has decided.',
    '/orders/o1',
    false,
  ],
  [
    { kind: 'payment-reinstated', ...order, debtMicros: 0 },
    'Your payment of $25.20 stands again',
    'You got back 70 tokens, which the refund or dispute had taken.',
    '/orders/o1',
    false,
  ],
  [
    { kind: 'payment-returned', at, orderId: 'o1', blockId: '36', qty: 70, totalCents: 2_520 },
    '$25.20 goes back to your card',
    'The payment arrived too late, and the tokens were gone.',
    '/orders/o1',
    false,
  ],
  [
    { kind: 'payout-paid', ...payout, transferId: 'tr_1' },
    '$64.00 was sent to your bank',
    'Usually there by 30 Nov 2026. Transfer tr_1 at Stripe.',
    '/cashout',
    true,
  ],
  [
    { kind: 'payout-returned', ...payout },
    '$64.00 could not be paid out',
    'It is in your earnings again. Check your bank details and try again.',
    '/cashout',
    true,
  ],
  [
    { kind: 'payout-reversed', ...payout },
    'Your payout of $64.00 came back',
    'It is in your earnings again.',
    '/cashout',
    true,
  ],
  [
    { kind: 'released', at, datId: 'blue' },
    'Salt on the Wires is released',
    'Its page is public, and its editions are for sale.',
    '/viewdat/blue',
    true,
  ],
] satisfies [News, string, string, string, boolean][])(
  '[N-PPL-05] says of $kind what happened and where there is more',
  (news, ...expected) => {
    expect(told(news)).toEqual(expected);
  },
);

test('[N-PPL-05] a name with markup, an emoji or another direction stays text', () => {
  const name = '<b onclick=x>Zoë & Söhne</b> "quoted" \u202Eevil 🎵';
  const { subject, text, html } = written({ kind: 'released', at, datId: 'blue' }, () => name);
  expect(subject).toBe(`${name} is released`);
  expect(text).toContain(name);
  expect(html).not.toContain('<b onclick');
  expect(html).toContain('&lt;b onclick=x&gt;Zoë &amp; Söhne&lt;/b&gt; &quot;quoted&quot;');
});

test('[N-PPL-05] the address that switches e-mail off says whose and which, and cannot be forged', () => {
  const sold = written({ kind: 'edition-sold', isResale: true, ...edition, earnedMicros: 1 });
  const query = Object.fromEntries(new URL(sold.unsubscribeUrl ?? '').searchParams);
  const wish = { uid: 'hana', choice: 'sales' };
  expect(readUnsubscribe(letterhead.linkKey, query)).toEqual(wish);
  expect(readUnsubscribe('cd'.repeat(32), query)).toBeUndefined();
  const forged = [
    { u: 'other' },
    { c: 'payouts' },
    { c: 'receipts' },
    { s: '' },
    { s: `${query.s}A` },
    { s: query.s?.slice(1) },
    { s: undefined },
    { u: ['hana', 'other'] },
    { u: 'x'.repeat(129) },
  ];
  for (const change of forged) {
    expect(readUnsubscribe(letterhead.linkKey, { ...query, ...change })).toBeUndefined();
  }
});
