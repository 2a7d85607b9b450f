import { describe, expect, test } from 'vitest';
import type { Queue, QueueEntry } from './guards.ts';
import {
  append,
  emptyQueue,
  findListing,
  forSale,
  unreadAt,
  unreadForSale,
  withListing,
  withRead,
} from './queue.ts';
import { aBlock, aLot, anEntry } from './testing/orders.ts';

const listing = (listingId: string, sellerUid: string, qty: number): QueueEntry =>
  anEntry(listingId, sellerUid, qty === 0 ? [] : [aLot('30', qty, 1)]);

const queueWith = (...qtys: readonly number[]): Queue =>
  aBlock(
    0,
    qtys.map((qty, n) => listing(`l${n}`, `seller${n}`, qty)),
  ).queue;

const stored = (queue: Queue, shelves: readonly number[], pages: readonly number[]): Queue => ({
  ...queue,
  shelves: new Map([...queue.shelves].filter(([number]) => shelves.includes(number))),
  pages: new Map([...queue.pages].filter(([number]) => pages.includes(number))),
  changed: { shelves: new Set(), pages: new Set() },
});

describe('the lines of a queue', () => {
  test('count the tokens and listings for sale, and name the next seller', () => {
    expect(queueWith(0, 5, 7, 1, 9).lines).toEqual([
      { number: 0, qty: 13, faceMicros: 3_900_000, listings: 3, sellerUid: 'seller1' },
      { number: 1, qty: 9, faceMicros: 2_700_000, listings: 1, sellerUid: 'seller4' },
    ]);
  });

  test('change when a listing is added, bought or cancelled', () => {
    const queue = stored(queueWith(5, 7), [0], [0]);
    const added = append(stored(queueWith(5), [0], [0]), listing('l1', 'seller1', 7));
    expect(added.lines).toEqual(queue.lines);
    expect(added.changed).toEqual({ shelves: new Set([0]), pages: new Set([0]) });
    const less = withListing(queue, listing('l0', 'seller0', 4));
    expect(less.lines).toEqual([
      { number: 0, qty: 11, faceMicros: 3_300_000, listings: 2, sellerUid: 'seller0' },
    ]);
    const none = withListing(queue, { ...listing('l0', 'seller0', 0), reserved: 5 });
    expect(none.lines).toEqual([
      { number: 0, qty: 7, faceMicros: 2_100_000, listings: 1, sellerUid: 'seller1' },
    ]);
    expect(none.changed).toEqual({ shelves: new Set([0]), pages: new Set([0]) });
  });

  test('disappear with the last listing of a page; other pages and shelves keep theirs', () => {
    const queue = queueWith(5, 7, 1, 9, 2);
    const half = withListing(queue, listing('l0', 'seller0', 0));
    const empty = withListing(half, listing('l1', 'seller1', 0));
    expect(empty.shelves.get(0)).toEqual([
      { number: 1, qty: 10, faceMicros: 3_000_000, listings: 2, sellerUid: 'seller2' },
    ]);
    expect(empty.lines).toEqual([
      { number: 0, qty: 10, faceMicros: 3_000_000, listings: 2, sellerUid: 'seller2' },
      { number: 1, qty: 2, faceMicros: 600_000, listings: 1, sellerUid: 'seller4' },
    ]);
    expect(emptyQueue().lines).toEqual([]);
  });

  test('stay when only the number of reserved tokens changes, and the shelf is not written', () => {
    const queue = stored(queueWith(5, 7), [0], [0]);
    const paid = withListing(queue, { ...listing('l0', 'seller0', 5), reserved: 3 });
    expect(paid.lines).toEqual(queue.lines);
    expect(paid.changed).toEqual({ shelves: new Set(), pages: new Set([0]) });
  });
});

describe('the pages to read before tokens can be sold', () => {
  const queue = withListing(queueWith(1, 2, 3, 4, 5, 6, 7), {
    ...listing('l3', 'seller3', 0),
    reserved: 4,
  });

  test.each([
    ['none for no tokens', [], [], 0, { shelves: [], pages: [] }],
    [
      'the shelves that together hold exactly as many tokens',
      [],
      [],
      6,
      { shelves: [0], pages: [] },
    ],
    ['one more shelf for one more token', [], [], 7, { shelves: [0, 1], pages: [] }],
    [
      'the pages of a read shelf that hold exactly as many tokens',
      [0],
      [],
      3,
      { shelves: [], pages: [0] },
    ],
    ['one more page for one more token', [0], [], 4, { shelves: [], pages: [0, 1] }],
    ['only pages that were not read', [0, 1], [0], 7, { shelves: [], pages: [1, 2] }],
    ['none once everything was read', [0, 1], [0, 1, 2, 3], 99, { shelves: [], pages: [] }],
  ])('are %s', (_, shelves, pages, qty, unread) => {
    expect(unreadForSale(stored(queue, shelves, pages), qty)).toEqual(unread);
  });

  test('[N-MON-13] end at two pages of listings, the most that one order can take from', () => {
    const four = queueWith(1, 2, 3, 4, 5, 6, 7);
    expect(unreadForSale(stored(four, [], []), 99)).toEqual({ shelves: [0], pages: [] });
    expect(unreadForSale(stored(four, [0, 1], [0, 1]), 99)).toEqual({ shelves: [], pages: [] });
    expect(unreadForSale(stored(queue, [0, 1], [0, 1]), 99)).toEqual({ shelves: [], pages: [2] });
  });
});

test('a shelf or page whose content was not loaded counts by its summary', () => {
  const queue = queueWith(1, 2, 3, 4, 5);
  const shelf = { ...stored(queue, [], []), shelves: new Map([[0, []]]) };
  expect(unreadForSale(shelf, 10)).toEqual({ shelves: [], pages: [] });
  const page = { ...stored(queue, [0], []), pages: new Map([[0, []]]) };
  expect(unreadForSale(page, 3, 'buyer')).toEqual({ shelves: [], pages: [] });
});

test('the unread pages and shelves of listings to change are named once each', () => {
  const queue = queueWith(1, 2, 3, 4, 5, 6);
  const places = [0, 1, 2, 5];
  expect(unreadAt(stored(queue, [], []), places)).toEqual({ shelves: [0, 1], pages: [0, 1, 2] });
  expect(unreadAt(stored(queue, [0], [1, 2]), places)).toEqual({ shelves: [1], pages: [0] });
  expect(unreadAt(stored(queue, [], []), [])).toEqual({ shelves: [], pages: [] });
});

test('listings are sold in order, and those with nothing for sale are skipped', () => {
  const held = { ...listing('l1', 'seller1', 0), reserved: 2 };
  const queue = withListing(queueWith(1, 2, 3, 4, 5), held);
  expect([...forSale(queue)].map(({ listingId }) => listingId)).toEqual(['l0', 'l2', 'l3', 'l4']);
});

describe('a queue that was read in part', () => {
  const queue = queueWith(1, 2, 3);

  test('does not sell from a shelf or page that was not read', () => {
    const sell = (shelves: readonly number[], pages: readonly number[]) => () => [
      ...forSale(stored(queue, shelves, pages)),
    ];
    expect(sell([], [0, 1])).toThrow('The shelf 0 of the queue was not read');
    expect(sell([0], [0])).toThrow('The page 1 of the queue was not read');
    expect(sell([0], [0, 1])().map(({ listingId }) => listingId)).toEqual(['l0', 'l1', 'l2']);
  });

  test('throws if a listing is added or changed on a page or shelf that was not read', () => {
    const entry = listing('l3', 'seller3', 1);
    expect(() => append(stored(queue, [0], [0]), entry)).toThrow(
      'The page 1 of the queue was not read',
    );
    expect(() => append(stored(queue, [], [1]), entry)).toThrow(
      'The shelf 0 of the queue was not read',
    );
    expect(() => withListing(stored(queue, [0], [0]), listing('l2', 'seller2', 1))).toThrow(
      'The listing l2 is not in the queue',
    );
  });

  test('finds more listings once their pages are read', () => {
    const none = stored(queue, [], []);
    const paged = withRead(none, { pages: queue.pages });
    expect([paged.pages, paged.shelves]).toEqual([queue.pages, new Map()]);
    expect(findListing(paged, 'l2')).toEqual(listing('l2', 'seller2', 3));
    const shelved = withRead(none, { shelves: queue.shelves });
    expect([shelved.pages, shelved.shelves]).toEqual([new Map(), queue.shelves]);
  });
});
