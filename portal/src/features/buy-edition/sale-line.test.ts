import { expect, test } from 'vitest';
import { readLogLines } from '../../lib/data/public-log.ts';
import { saleLine } from './sale-line.ts';

const log = readLogLines(
  [
    { seq: 3, kind: 'sale', edition: 4, version: 2 },
    { seq: 5, kind: 'listing', edition: 4, version: 3 },
    { seq: 8, kind: 'resale', edition: 4, version: 4 },
    { seq: 9, kind: 'sale', edition: 14, version: 2 },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
);

test.each([
  ['edition-sale:salt:4:1', 3],
  ['edition-sale:salt:4:3', 8],
  ['edition-sale:salt:14:1', 9],
  ['edition-sale:salt:4:2', undefined],
  ['edition-sale:salt:5:1', undefined],
  ['something else', undefined],
])('[N-BUY-09] the sale %s is line %s of the public log', (entryId, seq) => {
  expect(saleLine(log, entryId)).toBe(seq);
});
