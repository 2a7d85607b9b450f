import { describe, expect, test } from 'vitest';
import { emptyUserGuard, type UserGuard } from './guards.ts';
import { aBlock, aLot, anEntry, listQueueEntries } from './testing/orders.ts';
import { queueTokens, unqueueTokens } from './token-listings.ts';

const cy: UserGuard = {
  ...emptyUserGuard('cy'),
  lots: [aLot('30', 10, 1), aLot('50', 10, 3)],
  openListings: [{ listingId: 'l0', blockId: '79' }],
};

const refusal = (code: string, message: string) => ({ refused: true, code, message });

describe('listing tokens', () => {
  test('[N-MON-13] moves the oldest ones, with their face, to the end of the queue', () => {
    const first = anEntry('l1', 'di', [aLot('30', 5, 1)]);
    const listed = queueTokens('l2', cy, aBlock(0, [first]), 15);
    if ('refused' in listed) throw new Error(listed.message);
    expect(listed.user).toEqual({
      ...cy,
      lots: [aLot('50', 5, 3)],
      openListings: [...cy.openListings, { listingId: 'l2', blockId: '30' }],
    });
    const lots = [aLot('30', 10, 1), aLot('50', 5, 3)];
    expect(listQueueEntries(listed.block)).toEqual([first, anEntry('l2', 'cy', lots)]);
  });

  test('is refused for one token more than the user has', () => {
    const tooMany = refusal('failed-precondition', 'Not enough tokens');
    expect(queueTokens('l2', cy, aBlock(0), 20)).toMatchObject({ qty: 20 });
    expect(queueTokens('l2', cy, aBlock(0), 21)).toEqual(tooMany);
  });

  test('is refused with fifty open listings', () => {
    const withOpen = (count: number) => {
      const openListings = Array.from({ length: count }, (_, n) => {
        return { listingId: `open${n}`, blockId: '79' };
      });
      return queueTokens('l2', { ...cy, openListings }, aBlock(0), 1);
    };
    expect(withOpen(49)).toMatchObject({ qty: 1 });
    expect(withOpen(50)).toEqual(
      refusal('failed-precondition', 'You can have 50 open listings. Cancel one first.'),
    );
  });
});

describe('cancelling a listing', () => {
  const seller = {
    ...cy,
    openListings: [...cy.openListings, { listingId: 'l1', blockId: '30' }],
  };
  const listing = anEntry('l1', 'cy', [aLot('30', 5, 1), aLot('40', 1, 2)], { reserved: 3 });

  test('[N-MON-01] returns its tokens to their lots; reserved ones stay reserved', () => {
    const cancelled = unqueueTokens('l1', seller, aBlock(0, [listing]));
    if ('refused' in cancelled) throw new Error(cancelled.message);
    expect(cancelled.qty).toBe(6);
    expect(cancelled.user).toEqual({
      ...cy,
      // The listing stays known, so that a refund can find its tokens (N-MON-19).
      openListings: [...cy.openListings, { listingId: 'l1', blockId: '30', cancelled: true }],
      lots: [aLot('30', 15, 1), aLot('40', 1, 2), aLot('50', 10, 3)],
    });
    expect(listQueueEntries(cancelled.block)).toEqual([
      anEntry('l1', 'cy', [], { reserved: 3, cancelled: true }),
    ]);
  });

  test.each([
    ['somebody else’s listing', 'l1', { ...cy, uid: 'di' }, listing],
    ['a listing that is not in the queue', 'l9', cy, listing],
    ['a cancelled listing', 'l1', cy, { ...listing, cancelled: true }],
  ])('is refused for %s, as if the listing did not exist', (_, listingId, user, entry) => {
    expect(unqueueTokens(listingId, user, aBlock(0, [entry]))).toEqual(
      refusal('not-found', 'Listing not found'),
    );
  });
});
