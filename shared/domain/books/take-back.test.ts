import { describe, expect, test } from 'vitest';
import { clawBack } from './clawback.ts';
import { takeTokens } from './lots.ts';
import { imbalance } from './postings.ts';
import { findListing, withListing } from './queue.ts';
import { takeDelivered } from './take-back.ts';
import { aBlock, aBuyer, aLot, anEntry, anOrder, listQueueEntries } from './testing/orders.ts';
import { queueTokens } from './token-listings.ts';

const theBlock = aBlock(5);
const RICH_POOL = 1_000_000_000;

describe('a refund that looks into the buyer’s listings', () => {
  test.each([
    ['in a block of another price', '79'],
    ['in the block of the order', '30'],
  ])('[N-MON-03] tokens listed %s are taken after the lot, and reserved ones are not', (_, at) => {
    const order = anOrder();
    const own = { ...theBlock, id: at };
    const queued = queueTokens('l1', aBuyer(order), own, 400);
    if ('refused' in queued) throw new Error(queued.message);
    const entry = findListing(queued.block.queue, 'l1');
    if (!entry) throw new Error('nothing is queued');
    const held = takeTokens(entry.lots, 100);
    if ('refused' in held) throw new Error(held.message);
    const left = { qty: 300, faceMicros: 90_000_000, lots: held.lots, reserved: 100 };
    const queue = withListing(queued.block.queue, { ...entry, ...left });
    const there = { ...queued.block, queue };
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: queued.user,
      ...(at === '30' ? { block: there } : { block: theBlock, listedIn: [there] }),
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 900, debtMicros: 100 * 300_000 });
    expect(back.block.platformQty).toBe(905);
    const [after] = [...back.listedIn, back.block];
    expect(after?.queue.pages.get(0)).toEqual([
      { ...entry, qty: 0, faceMicros: 0, lots: [], reserved: 100 },
    ]);
    expect(back.listings).toEqual([
      { listingId: 'l1', blockId: at, qty: 300, faceMicros: 90_000_000 },
    ]);
    expect(imbalance(back.postings)).toEqual({});
  });

  test('[N-MON-03] takes from listings of the order’s tokens, newest first, and leaves the others', () => {
    const order = anOrder();
    const ofOrder = anEntry('l1', 'bo', [aLot('30', 400, 2)]);
    const ofOthers = anEntry('l2', 'bo', [aLot('90', 10, 1)]);
    const partlyHeld = anEntry('l3', 'bo', [aLot('30', 100, 2)], { reserved: 5 });
    const at = (id: string, entry: typeof ofOrder) => aBlock(0, [entry], { id });
    const listings = [
      { listingId: 'l1', blockId: '50' },
      { listingId: 'l2', blockId: '60' },
      { listingId: 'sold out', blockId: '60' },
      { listingId: 'l3', blockId: '79' },
    ];
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: { ...aBuyer(order, [aLot('30', 500, 2)]), openListings: listings },
      block: theBlock,
      listedIn: [at('50', ofOrder), at('60', ofOthers), at('79', partlyHeld)],
      poolMicros: RICH_POOL,
    });
    expect(back).toMatchObject({ tokens: 1_000, debtMicros: 0 });
    expect(back.listings).toEqual([
      { listingId: 'l3', blockId: '79', qty: 100, faceMicros: 30_000_000 },
      { listingId: 'l1', blockId: '50', qty: 400, faceMicros: 120_000_000 },
    ]);
    expect(back.buyer.openListings).toEqual(listings.slice(1));
    expect(back.listedIn.map((block) => [block.id, listQueueEntries(block)])).toEqual([
      ['50', []],
      ['79', [anEntry('l3', 'bo', [], { reserved: 5 })]],
    ]);
  });

  test('leaves one token to carry the face of a lot that is not taken', () => {
    const own = aLot('30', 2, 2, 310_000);
    const found = takeDelivered(
      aBuyer(anOrder(), [own]),
      [theBlock],
      { blockId: '30' },
      {
        tokens: 2,
        faceMicros: 300_000,
      },
    );
    expect(found).toMatchObject({ tokens: 1, faceMicros: 300_000 });
    expect(found.buyer.lots).toEqual([{ ...own, qty: 1, faceMicros: 10_000 }]);
  });

  test('a refund records the tokens that it missed and leaves the record of another refund', () => {
    const order = anOrder();
    const other = {
      orderId: 'o0',
      blockId: '30',
      qty: 7,
      faceMicros: 2_100_000,
      listingIds: ['l9'],
    };
    const missed = [{ ...other, foundQty: 3, foundFaceMicros: 900_000 }];
    const held = anEntry('l1', 'bo', [], { reserved: 5 });
    const back = clawBack(order, 30_000, 'clawback:re_1', {
      buyer: { ...aBuyer(order, []), missed, openListings: [{ listingId: 'l1', blockId: '50' }] },
      block: theBlock,
      listedIn: [aBlock(0, [held], { id: '50' })],
      poolMicros: RICH_POOL,
    });
    expect(back.buyer.missed).toEqual([
      ...missed,
      {
        orderId: order.id,
        blockId: '30',
        qty: 1_000,
        faceMicros: 300_000_000,
        listingIds: ['l1'],
        foundQty: 0,
        foundFaceMicros: 0,
      },
    ]);
  });

  test('[N-MON-03] takes no more than is due from a listing, which stays open with the rest', () => {
    const order = anOrder();
    const openListings = [{ listingId: 'l1', blockId: '50' }];
    const back = clawBack(order, 9_000, 'clawback:re_1', {
      buyer: { ...aBuyer(order, [aLot('30', 100, 2)]), openListings },
      block: theBlock,
      listedIn: [aBlock(0, [anEntry('l1', 'bo', [aLot('30', 400, 2)])], { id: '50' })],
      poolMicros: RICH_POOL,
    });
    expect(back.order.takenBack).toMatchObject({ tokens: 300, faceMicros: 90_000_000 });
    expect(back.listedIn.flatMap(listQueueEntries)).toEqual([
      anEntry('l1', 'bo', [aLot('30', 200, 2)]),
    ]);
    expect(back.buyer).toMatchObject({ lots: [], openListings });
  });
});
