import { expect, test } from 'vitest';
import { countBytes, pageLinks, splitIntoPages } from './paging.ts';

const numbersOf = (current: number, count: number) =>
  pageLinks(current, count, (page) => `/dats/${page}`)
    ?.numbers.map((link) => link?.page ?? '…')
    .join(' ');

test.each([
  [1, 2, '1 2'],
  [1, 209, '1 2 … 209'],
  [2, 209, '1 2 3 … 209'],
  [100, 209, '1 … 99 100 101 … 209'],
  [208, 209, '1 … 207 208 209'],
  [209, 209, '1 … 208 209'],
])('page %i of %i links the pages %s', (current, count, shown) => {
  expect(numbersOf(current, count)).toBe(shown);
});

test.each([
  [0, [0]],
  [45, [45]],
  [46, [45, 1]],
  [93, [45, 48]],
  [94, [45, 48, 1]],
])('%i items stand on pages of %j', (count, sizes) => {
  const items = Array.from({ length: count }, (_, index) => index);
  const pages = splitIntoPages(items, () => 160, 45);
  expect(pages.map(({ length }) => length)).toEqual(sizes);
  expect(pages.flat()).toEqual(items);
});

test('[N-INP-01] a page of long texts holds fewer of them, but at least one', () => {
  const sizesOf = (texts: readonly string[]) =>
    splitIntoPages(texts, (text) => countBytes(text), 45).map(({ length }) => length);
  const long = '\u6f22'.repeat(200);
  expect(sizesOf(Array.from({ length: 30 }, () => long))).toEqual([13, 13, 4]);
  expect(sizesOf(['a', long.repeat(20), 'b', 'c'])).toEqual([1, 1, 2]);
});

test('the first page has no previous link, the last no next link, and a single page no links', () => {
  const at = (page: number) => pageLinks(page, 3, (each) => `/dats/${each}`);
  expect([at(1)?.previous, at(1)?.next]).toEqual([undefined, '/dats/2']);
  expect([at(3)?.previous, at(3)?.next]).toEqual(['/dats/2', undefined]);
  expect(pageLinks(1, 1, String)).toBeUndefined();
});
