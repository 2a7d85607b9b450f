/** A longer log is exported in parts: one file of it would be too long to load at once. */
const MOST_LINES_IN_ONE_FILE = 250_000;
export const LINES_IN_A_PART = 65_536;

/** A file of lines, and which ones: from `start` up to `end`, without `end`, counted from 0. */
export interface LedgerFile {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The file, below data/v1/, that has a line of a log of this size; `index` counts from 0. */
export const ledgerFile = (index: number, size: number): string =>
  size < MOST_LINES_IN_ONE_FILE
    ? 'ledger.jsonl'
    : `ledger-${Math.floor(index / LINES_IN_A_PART) + 1}.jsonl`;

/** The files that hold the lines of a log of this size. */
export function ledgerFiles(size: number): LedgerFile[] {
  if (size < MOST_LINES_IN_ONE_FILE) return [{ path: ledgerFile(0, size), start: 0, end: size }];
  return Array.from({ length: Math.ceil(size / LINES_IN_A_PART) }, (_, part) => ({
    path: ledgerFile(part * LINES_IN_A_PART, size),
    start: part * LINES_IN_A_PART,
    end: Math.min(size, (part + 1) * LINES_IN_A_PART),
  }));
}
