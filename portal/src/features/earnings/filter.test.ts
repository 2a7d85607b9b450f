import { expect, test } from 'vitest';
import { formatSearch, isNarrow, readFilter } from './filter.ts';

const all = { period: '2026', datId: undefined, source: undefined };

test.each([
  ['', all],
  ['period=2025-11&work=bus&source=sales', { period: '2025-11', datId: 'bus', source: 'sales' }],
  ['period=2026-13', all],
  ['period=2027', all],
  ['period=x&work=../bus&source=gifts', all],
])('[N-EXP-03] the address %j chooses %j', (search, filter) => {
  expect(readFilter(new URLSearchParams(search), '2026')).toEqual(filter);
});

test('[N-EXP-03] the address keeps what is chosen, and nothing else', () => {
  const filter = { period: '2025-11', datId: 'bus', source: 'sales' } as const;
  expect(readFilter(new URLSearchParams(formatSearch(filter, '2026')), '2026')).toEqual(filter);
  expect(formatSearch(all, '2026')).toEqual({});
  expect(isNarrow(filter)).toBe(true);
  expect(isNarrow({ period: '2025-11' })).toBe(false);
});
