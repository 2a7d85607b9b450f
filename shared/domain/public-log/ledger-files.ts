/** The size from which a log is exported in parts, because one file would be too large to load at once. */
const SINGLE_FILE_LINES = 250_000;
export const LINES_IN_A_PART = 65_536;

/** A file of lines: from index `start` up to, but not including, `end`, counted from 0. */
export interface LedgerFile {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the file below data/v1/ with a line of a log of this size.
 *
 * @param index of the line, from 0
 */
export const ledgerFile = (index: number, size: number): string =>
  size < SINGLE_FILE_LINES
    ? 'ledger.jsonl'
    : `ledger-${Math.floor(index / LINES_IN_A_PART) + 1}.jsonl`;

export function ledgerFiles(size: number): LedgerFile[] {
  if (size < SINGLE_FILE_LINES) return [{ path: ledgerFile(0, size), start: 0, end: size }];
  return Array.from({ length: Math.ceil(size / LINES_IN_A_PART) }, (_, part) => ({
    path: ledgerFile(part * LINES_IN_A_PART, size),
    start: part * LINES_IN_A_PART,
    end: Math.min(size, (part + 1) * LINES_IN_A_PART),
  }));
}
