import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { expect, test } from 'vitest';
import { heldWorks, ownedWorks } from './owned-works.ts';

const edition = (datId: string, number: number, more: Partial<OwnedDat> = {}): OwnedDat => ({
  datId,
  edition: number,
  earnedMicros: 1_500_000,
  sold: false,
  isForSale: false,
  sharePpm: 25_000,
  ...more,
});

const own = (owned: readonly OwnedDat[]) => ({ owned, created: [] });
const dats = new Map([['blue', { id: 'blue', creatorId: 'ana' } as Dat]]);

test('[R-WAL-03] a card sums the shares of the editions held, and what all of them earned', () => {
  const owned = [edition('blue', 3), edition('red', 1), edition('blue', 4, { sold: true })];
  expect(ownedWorks({ owned, created: [] }, dats, 'bo')).toEqual([
    {
      datId: 'blue',
      dat: dats.get('blue'),
      isCreator: false,
      editions: 1,
      sharePpm: 25_000,
      earnedMicros: 3_000_000,
    },
    {
      datId: 'red',
      dat: undefined,
      isCreator: false,
      editions: 1,
      sharePpm: 25_000,
      earnedMicros: 1_500_000,
    },
  ]);
});

test('[R-WAL-06] the creator has 50 percentage points more, also after the last edition is sold', () => {
  const [work] = ownedWorks(own([edition('blue', 1), edition('blue', 2)]), dats, 'ana');
  expect(work).toMatchObject({ isCreator: true, sharePpm: 550_000 });
  const sold = ownedWorks(own([edition('blue', 1, { sold: true })]), dats, 'ana');
  expect(heldWorks(sold)).toMatchObject([{ editions: 0, sharePpm: 500_000 }]);
});

test('a work whose editions were all sold on has no card', () => {
  expect(heldWorks(ownedWorks(own([edition('blue', 1, { sold: true })]), dats, 'bo'))).toEqual([]);
});

test('[N-EXP-02] a creator’s card adds their earnings as creator to those of the editions they hold or held', () => {
  const created = [{ datId: 'blue', earnedMicros: 250_001 }];
  const owned = [edition('blue', 1, { sold: true }), edition('red', 1)];
  const works = ownedWorks({ owned, created }, dats, 'ana');
  expect(works.map(({ datId, earnedMicros }) => [datId, earnedMicros])).toEqual([
    ['blue', 1_750_001],
    ['red', 1_500_000],
  ]);
});
