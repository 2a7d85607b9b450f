import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import {
  addSizes,
  documentLimits,
  isWithin,
  measureSize,
  noSize,
} from '@datchain/shared/domain/document-size.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { expect, test } from 'vitest';
import { type Row, shelve } from './summary-pages.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `tag:somebody ${index}`,
    tag: `@somebody${index}`,
  }));

const aRow = (index: number, owned = 0) => ({
  id: `dat-${index}`,
  SongName: `Song ${index}`,
  releaseTimestamp: 1_000 + index,
  artistFeatures: people(10),
  producers: people(10),
  songwriters: people(10),
  recordLabels: people(6),
  editions: Array.from({ length: 20 }, (_, number) => ({
    edition: number + 1,
    price: 10,
    isForSale: number >= owned,
    royalties: 2.5,
    currentOwnerId: 'u'.repeat(28),
    username: number < owned ? 'n'.repeat(50) : 'ana',
    profileImageUrl: number < owned ? `https://${'p'.repeat(300)}` : '',
  })),
  ownedEditions: Array.from({ length: owned }, (_, number) => number + 1),
});

function shelved(rows: readonly Row[]) {
  const pages = new Map<number, readonly Row[]>([[0, []]]);
  let writes = 0;
  for (const row of rows) {
    const last = Math.max(1, ...pages.keys());
    const outcome = shelve(pages.get(0) ?? [], row, last, (number) => pages.get(number) ?? []);
    pages.set(0, outcome.main);
    for (const [number, page] of outcome.pages) pages.set(number, page);
    writes += 1 + outcome.pages.size;
  }
  return { pages, writes };
}

const idsOf = (rows: Iterable<Row>) => [...rows].map((row) => (isRecord(row) ? row.id : row));

const RELEASES = scale(300, 1_000);

test(`${RELEASES} releases fill pages with each row once, the newest in main, and every document below its limits`, () => {
  const all = Array.from({ length: RELEASES }, (_, index) => aRow(index));
  const { pages, writes } = shelved(all);
  expect(idsOf([...pages.values()].flat()).sort()).toEqual(idsOf(all).sort());
  const main = pages.get(0) ?? [];
  expect(idsOf(main)).toEqual(idsOf(all.slice(-main.length).reverse()));
  expect(main.length).toBeGreaterThan(30);
  expect(main.length).toBeLessThanOrEqual(100);
  for (const rows of pages.values()) expect(isWithin(measureSize(rows))).toBe(true);
  expect(writes).toBeLessThan(RELEASES * 1.2);
});

test('a document stays below its limits when every edition in it has been sold', () => {
  const { pages } = shelved(Array.from({ length: 150 }, (_, index) => aRow(index)));
  for (const rows of pages.values()) {
    const sold = rows.map((row) => aRow(Number(isRecord(row) && String(row.id).slice(4)), 20));
    expect(sold.map(measureSize).reduce(addSizes, noSize)).toSatisfy((size: typeof noSize) =>
      isWithin(size),
    );
  }
});

test('an overfull main document is split into pages at once', () => {
  const main = Array.from({ length: 400 }, (_, index) => aRow(index));
  const { main: kept, pages, moved } = shelve(main, aRow(400), 1, () => []);
  expect(kept.length + moved.size).toBe(401);
  expect(pages.size).toBeGreaterThan(2);
  for (const rows of [kept, ...pages.values()]) expect(isWithin(measureSize(rows))).toBe(true);
});

test('an existing row is replaced, and an element that is no row is kept', () => {
  const before = [{ ...aRow(1), SongName: 'Before' }, 'a text', null];
  const { main } = shelve(before, aRow(1), 1, () => []);
  expect(main).toHaveLength(3);
  expect(main).toContainEqual(aRow(1));
  expect(main).toContain('a text');
});

test('sizes are measured as Firestore counts them', () => {
  // Firestore's documentation: a text has its bytes and one more, a number 8, a boolean or null 1.
  expect(measureSize({ name: 'Ana', born: 1_990, isArtist: true, none: null })).toEqual({
    bytes: 5 + 4 + 5 + 8 + 9 + 1 + 5 + 1,
    leaves: 4,
  });
  expect(measureSize({ list: ['é', 'b'] })).toEqual({ bytes: 5 + 3 + 2, leaves: 2 });
  expect(documentLimits).toEqual({ bytes: 700_000, leaves: 18_000 });
});
