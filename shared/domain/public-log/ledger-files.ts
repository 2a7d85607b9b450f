/** A longer log is exported in parts: one file of it would be too long to load at once. */
export const MOST_LINES_IN_ONE_FILE = 250_000;
export const LINES_IN_A_PART = 65_536;

/** A file of lines, and which ones: from `start` up to `end`, without `end`, counted from 0. */
export interface LedgerFile {
  /** Below data/v1/. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The files that hold the lines of a log of this size. */
export function ledgerFiles(size: number): LedgerFile[] {
  if (size < MOST_LINES_IN_ONE_FILE) return [{ path: 'ledger.jsonl', start: 0, end: size }];
  return Array.from({ length: Math.ceil(size / LINES_IN_A_PART) }, (_, part) => ({
    path: `ledger-${part + 1}.jsonl`,
    start: part * LINES_IN_A_PART,
    end: Math.min(size, (part + 1) * LINES_IN_A_PART),
  }));
}
