import { readQueuePage } from '@datchain/shared/contracts/documents/guards.ts';
import { append, emptyQueue, withListing, withRead } from '@datchain/shared/domain/books/queue.ts';
import { describe, expect, test } from 'vitest';
import { addTo, type Balances, compareBalances } from './balances.ts';
import { compareQueues } from './compare-queues.ts';

test('an account at zero has no balance', () => {
  const balances: Balances = new Map();
  addTo(balances, 'pool', 'USD', 5);
  addTo(balances, 'pool', 'USD', -5);
  expect(balances.size).toBe(0);
});

test('no balance is negative, except those of the platform and of users in debt', () => {
  const held: Balances = new Map([
    ['debt:bo USD', -1],
    ['platform USD', -1],
    ['pool USD', 0],
    ['user:bo TOKEN', -1],
    ['world:card USD', -1],
  ]);
  expect(compareBalances(held, held)).toEqual(['user:bo TOKEN: is below zero (-1)']);
});

describe('a queue of two pages', () => {
  let queue = withRead(emptyQueue(4), {
    pages: new Map([0, 1].map((page) => [page, []])),
    shelves: new Map([[0, []]]),
  });
  const listing = {
    sellerUid: 'bo',
    qty: 1,
    reserved: 0,
    faceMicros: 1,
    lots: [],
    cancelled: false,
  };
  for (let n = 0; n < 8; n++) queue = append(queue, { ...listing, listingId: `l${n}` });
  const stored = { ...queue, pages: new Map(), shelves: new Map() };
  const blocks = [{ id: '50', priceCents: 50, platformQty: 0, platformReserved: 0, queue: stored }];
  const pageOf = (number: number, entries: unknown) =>
    readQueuePage({ blockId: '50', number, entries });
  const queuePages = [...queue.pages].map(([number, entries]) => pageOf(number, entries));
  const queueShelves = [...queue.shelves].map(([number, lines]) => {
    return { blockId: '50', number, lines: [...lines] };
  });

  test('is compared page after page, in whatever order the pages are stored', () => {
    expect(compareQueues({ blocks, queuePages, queueShelves })).toEqual([]);
    const turned = queuePages.toReversed();
    expect(compareQueues({ blocks, queuePages: turned, queueShelves })).toEqual([]);
  });

  test('needs no line for a page that orders hold completely', () => {
    const held = [...queue.pages.values()].flat().slice(0, 4);
    const reserved = held.reduce(
      (after, entry) => withListing(after, { ...entry, qty: 0, reserved: 1 }),
      queue,
    );
    const stored = { ...reserved, pages: new Map(), shelves: new Map() };
    expect(reserved.shelves.get(0)).toHaveLength(1);
    expect(
      compareQueues({
        blocks: blocks.map((block) => ({ ...block, queue: stored })),
        queuePages: [...reserved.pages].map(([number, entries]) => pageOf(number, entries)),
        queueShelves: [{ blockId: '50', number: 0, lines: [...(reserved.shelves.get(0) ?? [])] }],
      }),
    ).toEqual([]);
  });

  test('is reported if it has a page behind its end', () => {
    const third = pageOf(2, [{ ...listing, listingId: 'l8' }]);
    expect(compareQueues({ blocks, queuePages: [...queuePages, third], queueShelves })).toContain(
      'queue 50: page 2 is behind its end',
    );
  });
});
