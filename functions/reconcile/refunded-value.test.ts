import { type Order, PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { accounts } from '@datchain/shared/domain/books/postings.ts';
import { describe, expect, test } from 'vitest';
import { settlementId } from '../journal/entries/settle.ts';
import {
  compareRefundedValue,
  type FaceFact,
  faceStories,
  listFaceFacts,
  ordersByEntry,
  withValueOnly,
} from './refunded-value.ts';

const usd = (dollars: number): number => dollars * 1_000_000;

const order = {
  id: 'o',
  uid: 'bo',
  totalCents: 1_000,
  clawbacks: ['back', 'beyond', 'fee'],
  parts: [{ source: PLATFORM, sellerUid: PLATFORM, qty: 20, faceMicros: usd(10) }],
} as unknown as Order;
const orderOf = ordersByEntry([order]);

const posting = (account: string, asset: string, delta: number) => ({ account, asset, delta });
const entry = (id: string, ...postings: ReturnType<typeof posting>[]) => ({
  id,
  kind: 'order-clawed-back',
  at: 7,
  postings,
});

describe('an entry', () => {
  const face = posting('user:bo', 'FACE', -5);
  const debt = posting(accounts.debt('bo'), 'USD', -3);
  const card = posting(accounts.card, 'USD', 8);
  const tokens = posting('user:bo', 'TOKEN', -1);

  test('keeps only its face, debts and card amounts, and is left out if it has none', () => {
    const kept = withValueOnly(entry('back', face, debt, card, tokens));
    expect(kept).toEqual(entry('back', face, debt, card));
    expect(withValueOnly(entry('back', card, tokens))).toEqual(entry('back', card));
    expect(withValueOnly(entry('back', tokens))).toBeUndefined();
  });

  const fact = { entryId: 'back', kind: 'order-clawed-back', at: 7, uid: 'bo' };
  const nothing = { walletMicros: 0, debtMicros: 0, listingsMicros: 0, cardMicros: 0 };

  test('shows what left the wallet, the listings and the card, and what is owed', () => {
    const queue = posting(accounts.queue('50'), 'FACE', -2);
    const queued = posting(accounts.queue('50'), 'TOKEN', -4);
    const facts = listFaceFacts(entry('back', face, debt, card, tokens, queue, queued), orderOf);
    const changed = { walletMicros: -5, debtMicros: 3, listingsMicros: 2, cardMicros: 8 };
    expect(facts).toEqual([{ ...fact, ...changed }]);
  });

  test('counts the card and the listings for its order’s buyer alone, even if the buyer has nothing else in it', () => {
    const platform = posting('platform', 'USD', -8);
    expect(listFaceFacts(entry('back', card, platform), orderOf)).toEqual([
      { ...fact, ...nothing, cardMicros: 8 },
    ]);
    const others = listFaceFacts(entry('back', posting('user:cy', 'FACE', 1), card), orderOf);
    expect(others).toEqual([
      { ...fact, ...nothing, uid: 'cy', walletMicros: 1 },
      { ...fact, ...nothing, cardMicros: 8 },
    ]);
  });

  test('counts card and queue for nobody without an order, and does not mistake an order for a user', () => {
    const queue = posting(accounts.queue('50'), 'FACE', -2);
    const odd = posting('order:user:cy', 'FACE', 2);
    expect(listFaceFacts(entry('other', face, card, queue, odd), orderOf)).toEqual([
      { ...fact, ...nothing, entryId: 'other', walletMicros: -5 },
    ]);
  });
});

test('a refund that the platform bore alone counts when a dispute then goes beyond the price', () => {
  const card = (dollars: number) => posting(accounts.card, 'USD', usd(dollars));
  const entries = [
    { ...entry('came', posting('user:bo', 'FACE', usd(30))), kind: 'opening-wallet', at: 1 },
    entry('beyond', posting('platform', 'USD', usd(-3)), card(3)),
    entry('back', posting(accounts.debt('bo'), 'USD', usd(-3)), card(10)),
  ];
  const facts = entries.flatMap((each) => {
    const value = withValueOnly(each);
    return value ? listFaceFacts(value, orderOf) : [];
  });
  expect(faceStories(facts, [order]).get('bo')?.refunded).toBe(0);
});

describe('tokens whose price went back', () => {
  const changed = (at: number, over: Partial<FaceFact>): FaceFact => ({
    entryId: 'other',
    kind: 'order-settled',
    at,
    uid: 'bo',
    walletMicros: 0,
    debtMicros: 0,
    listingsMicros: 0,
    cardMicros: 0,
    ...over,
  });
  const back = (at: number, entryId: string, cardUsd: number, debtUsd: number) =>
    changed(at, {
      entryId,
      kind: 'order-clawed-back',
      cardMicros: usd(cardUsd),
      debtMicros: usd(debtUsd),
    });
  const came = (at: number, dollars: number) => changed(at, { walletMicros: usd(dollars) });
  const refunded = (facts: readonly FaceFact[], isInOrder = false) =>
    faceStories(facts, [order], isInOrder).get('bo')?.refunded;

  test('are those in the wallet when the price is a debt, whichever came first', () => {
    expect(refunded([came(1, 10), back(2, 'back', 10, 10)])).toBe(usd(10));
    expect(refunded([back(2, 'back', 10, 10), came(1, 10)])).toBe(usd(10));
    expect(refunded([came(1, 4), back(2, 'back', 10, 10)])).toBe(usd(4));
    // Within one moment the order is unknown, unless it is given.
    const moment = [came(1, 4), came(2, 3), back(2, 'back', 10, 10)];
    expect(refunded(moment)).toBe(usd(4));
    expect(refunded(moment, true)).toBe(usd(7));
    const spent = changed(2, { kind: 'edition-sold', walletMicros: usd(-1) });
    expect(refunded([came(1, 4), back(2, 'back', 10, 10), spent])).toBe(usd(3));
  });

  test('cost no more than their price: what went back beyond it is no debt for tokens', () => {
    const price = [came(1, 30), back(2, 'back', 10, 10)];
    expect(refunded([...price, back(3, 'beyond', 1, 1)])).toBe(usd(10));
    expect(refunded([...price, back(3, 'beyond', 1, 0)])).toBe(usd(10));
    expect(refunded([...price, back(3, 'beyond', 1, 1), back(4, 'fee', 1, 3)])).toBe(usd(12));
  });

  test('cost no more than their price also if a refund and a dispute share one moment', () => {
    // The refund of 3 came first, so the dispute of the whole price went 3 beyond it.
    const [refund, dispute] = [back(2, 'beyond', 3, 0), back(2, 'back', 10, 3)];
    expect(refunded([came(1, 30), refund, dispute])).toBe(0);
    expect(refunded([came(1, 30), dispute, refund])).toBe(0);
    expect(refunded([came(1, 30), refund, dispute], true)).toBe(0);
    expect(refunded([came(1, 30), dispute, refund], true)).toBe(usd(3));
    expect(refunded([came(1, 30), dispute, back(2, 'beyond', 1, 0)])).toBe(usd(2));
  });

  test('are counted once, whatever comes and goes in the same moment', () => {
    const ever = (...facts: FaceFact[]) => faceStories(facts, [order]).get('bo')?.everRefunded;
    expect(ever(came(1, 10), back(2, 'back', 6, 6), back(3, 'beyond', 4, 6))).toBe(usd(10));
    const gone = changed(3, { kind: 'edition-sold', walletMicros: usd(-8) });
    const price = [came(1, 10), back(2, 'back', 10, 10)];
    expect(ever(...price, back(3, 'beyond', 0, 2), gone, came(3, 8))).toBe(usd(10));
    expect(ever(came(1, 10), back(3, 'back', 10, 10), gone)).toBe(usd(2));
  });

  test('do not grow with a debt for something else', () => {
    const fee = changed(3, { kind: 'dispute-fee', debtMicros: usd(2) });
    expect(refunded([came(1, 30), back(2, 'back', 10, 10), fee])).toBe(usd(10));
  });

  test('are gone once they were spent', () => {
    const spent = changed(3, { kind: 'edition-sold', walletMicros: usd(-4) });
    const facts = [came(1, 10), back(2, 'back', 10, 10), spent];
    expect(faceStories(facts, [order]).get('bo')).toMatchObject({
      came: usd(10),
      spent: usd(4),
      refunded: usd(6),
    });
  });

  test('do not count as spent if a refund took them from the wallet and its listings', () => {
    const listed = changed(2, { kind: 'tokens-listed', walletMicros: usd(-2) });
    const taken = {
      ...back(3, 'back', 10, 0),
      walletMicros: usd(-3),
      listingsMicros: usd(2),
    };
    expect(faceStories([came(1, 10), listed, taken], [order]).get('bo')).toMatchObject({
      came: usd(10),
      takenBack: usd(5),
      spent: 0,
      wallet: usd(5),
      total: usd(5),
      refunded: 0,
    });
  });

  test('shrink with each dollar of the debt that is paid, and never below zero', () => {
    const price = [came(1, 10), back(2, 'back', 10, 10)];
    const paid = (dollars: number) => changed(3, { kind: 'debt-paid', debtMicros: usd(-dollars) });
    expect(refunded([...price, paid(4)])).toBe(usd(6));
    expect(refunded([...price, paid(14)])).toBe(0);
    expect(faceStories([...price, paid(4)], [order]).get('bo')).toMatchObject({
      everRefunded: usd(10),
      came: usd(10),
    });
  });

  test('are gone once they were sold, and the seller is distinguished from the buyer', () => {
    const sale = {
      id: 's',
      uid: 'cy',
      totalCents: 600,
      clawbacks: [],
      parts: [
        { source: 'l1', sellerUid: 'bo', qty: 5, faceMicros: usd(6) },
        { source: PLATFORM, sellerUid: PLATFORM, qty: 5, faceMicros: usd(1) },
      ],
    } as unknown as Order;
    const listed = changed(3, { kind: 'tokens-listed', walletMicros: usd(-6) });
    const settled = changed(4, { entryId: settlementId('s'), uid: 'cy', walletMicros: usd(7) });
    const facts = [came(1, 10), back(2, 'back', 10, 10), listed, settled];
    const stories = faceStories(facts, [order, sale]);
    expect(stories.get('bo')).toMatchObject({
      wallet: usd(4),
      total: usd(4),
      sold: usd(6),
      spent: 0,
      refunded: usd(4),
    });
    expect(stories.get('cy')).toMatchObject({ came: usd(7), total: usd(7), sold: 0 });
    expect([...stories.keys()].sort()).toEqual(['bo', 'cy']);
  });

  test('are reported, and so is face that nobody can account for', () => {
    const truth = { users: [], blocks: [], queuePages: [], holding: [] };
    const early = { ...came(0, 5), uid: 'cy' };
    expect(compareRefundedValue([early, came(1, 10)], [order], truth)).toEqual([
      'face of bo: $10 came, $0 is accounted for',
      'face of cy: $5 came, $0 is accounted for',
    ]);
    expect(compareRefundedValue([came(1, 10), back(2, 'back', 10, 10)], [order], truth)).toEqual([
      'face of bo: $10 came, $0 is accounted for',
      'user bo: holds $10 of tokens whose price was refunded',
    ]);
  });
});
