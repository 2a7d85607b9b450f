import { expect, test } from 'vitest';
import { ledgerFile, ledgerFiles } from './ledger-files.ts';

test('a log of 250,000 lines or more is in files of 65,536 lines', () => {
  expect(ledgerFiles(249_999)).toEqual([{ path: 'ledger.jsonl', start: 0, end: 249_999 }]);
  const parts = ledgerFiles(250_000);
  expect(parts.map(({ path }) => path)).toEqual([1, 2, 3, 4].map((part) => `ledger-${part}.jsonl`));
  expect(parts.at(-1)).toEqual({ path: 'ledger-4.jsonl', start: 196_608, end: 250_000 });
  expect([0, 65_535, 65_536, 249_999].map((index) => ledgerFile(index, 250_000))).toEqual(
    [1, 1, 2, 4].map((part) => `ledger-${part}.jsonl`),
  );
});
