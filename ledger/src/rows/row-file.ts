import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../snapshot.ts';

export interface KeptRow extends Row {
  /** Facts that are known without reading the value. */
  readonly brief?: unknown;
}

export interface KnownRow extends Pick<KeptRow, 'key' | 'at' | 'brief'> {
  readonly print: string;
}

/** A row that the builder's memory should have. */
export class LostRow extends Error {
  override readonly name = 'LostRow';
}

/** In bytes; the rest is read by system calls. */
const MOST_MAPPED = 2 ** 31 - 1;

export const valueQuery = 'SELECT json FROM texts WHERE key = ?';

/**
 * Opens the builder's rows. Returns a reader of values by key, undefined for a missing one. @throws when the file is
 * missing
 */
export function openRows(path: string): (key: string) => unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  // A memory map saves a system call per part of a row; nobody writes meanwhile.
  database.exec(`PRAGMA mmap_size = ${MOST_MAPPED}`);
  const statement = database.prepare(valueQuery);
  return (key) => {
    const row = statement.get(key);
    return row && JSON.parse(String(row.json));
  };
}
