import type { News } from '@datchain/shared/contracts/documents/notification.ts';
import { expect, test } from 'vitest';
import { compose } from './compose.ts';
import { readUnsubscribe } from './unsubscribe-link.ts';

const mailSettings = { siteUrl: 'https://dats.example', linkKey: 'ab'.repeat(32) };
const at = Date.UTC(2026, 10, 24, 8, 30);
const edition = { at, datId: 'blue', edition: 4, priceCents: 2_500 };
const order = { at, orderId: 'o1', blockId: '36', priceCents: 36, qty: 70, totalCents: 2_520 };
const payout = { at, payoutId: 'p1', source: 'credits' as const, amountCents: 6_400 };

const written = (news: News, songOf = () => 'Salt on the Wires') =>
  compose(mailSettings, { news, entryId: 'sale:blue:4', uid: 'hana', songOf });

const summarise = (news: News) => {
  const { subject, text, unsubscribeUrl } = written(news);
  const [, , detail] = text.split('\n');
  const [link] = /\S+$/m.exec(text.split('\n')[5] ?? '') ?? [];
  return [subject, detail, link?.replace(mailSettings.siteUrl, ''), unsubscribeUrl !== undefined];
};

const partly = { ...order, totalCents: 1_800, qty: 50, paymentCents: 3_600 };
const whole = { ...order, paymentCents: 2_520 };
const oneCent = { ...order, totalCents: 1, qty: 0, paymentCents: 11_100 };

const payments: readonly News[] = [
  { kind: 'payment-refunded', ...partly, debtMicros: 0 },
  { kind: 'payment-refunded', ...oneCent, debtMicros: 0 },
  { kind: 'payment-disputed', ...partly, debtMicros: 0 },
  { kind: 'payment-disputed', ...oneCent, debtMicros: 0 },
  { kind: 'payment-reinstated', ...partly, debtMicros: 0 },
  { kind: 'payment-reinstated', ...oneCent, debtMicros: -10_000 },
  { kind: 'payment-refunded', ...whole, debtMicros: 0 },
  { kind: 'payment-disputed', ...whole, debtMicros: 12_530_000, excessMicros: 12_530_000 },
  { kind: 'payment-disputed', ...whole, debtMicros: 14_530_000, excessMicros: 12_530_000 },
];
const others: readonly News[] = [
  { kind: 'tokens-bought', ...order },
  { kind: 'tokens-bought', ...order, datId: edition.datId, edition: edition.edition },
  { kind: 'edition-bought', ...edition, tokens: 70 },
  { kind: 'edition-sold', isResale: true, ...edition, earnedMicros: 20_000_000 },
  { kind: 'royalty', ...edition, earnedMicros: 2_500_000 },
  {
    kind: 'tokens-sold',
    at,
    blockId: '79',
    priceCents: 79,
    qty: 1,
    grossMicros: 790_000,
    earnedMicros: 750_500,
  },
  { kind: 'payment-refunded', ...order, debtMicros: 1_000_000 },
  { kind: 'payment-disputed', ...order, debtMicros: 0 },
  { kind: 'payment-reinstated', ...order, debtMicros: 0 },
  { kind: 'payment-returned', at, orderId: 'o1', blockId: '36', qty: 70, totalCents: 2_520 },
  { kind: 'payout-paid', ...payout, transferId: 'tr_1' },
  { kind: 'payout-returned', ...payout },
  { kind: 'payout-reversed', ...payout },
  { kind: 'released', at, datId: 'blue' },
];

test('[N-FIG-01] news of a refund or dispute names its part of the payment', () => {
  expect(payments.map(summarise)).toMatchSnapshot();
  for (const news of payments) expect(written(news).html).toContain(written(news).subject);
});

test('[N-PPL-05] news say what happened and link to the details', () => {
  expect(others.map(summarise)).toMatchSnapshot();
});

test('[N-PPL-05] a name with markup, an emoji or another direction stays text', () => {
  const name = '<b onclick=x>Zoë & Söhne</b> "quoted" \u202Eevil 🎵';
  const { subject, text, html } = written({ kind: 'released', at, datId: 'blue' }, () => name);
  expect(subject).toBe(`${name} is released`);
  expect(text).toContain(name);
  expect(html).not.toContain('<b onclick');
  expect(html).toContain('&lt;b onclick=x&gt;Zoë &amp; Söhne&lt;/b&gt; &quot;quoted&quot;');
});

test('[N-PPL-05] an unsubscribe link names its user and kind, and cannot be forged', () => {
  const sold = written({ kind: 'edition-sold', isResale: true, ...edition, earnedMicros: 1 });
  const query = Object.fromEntries(new URL(sold.unsubscribeUrl ?? '').searchParams);
  const wish = { uid: 'hana', choice: 'sales' };
  expect(readUnsubscribe(mailSettings.linkKey, query)).toEqual(wish);
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
    expect(readUnsubscribe(mailSettings.linkKey, { ...query, ...change })).toBeUndefined();
  }
});
