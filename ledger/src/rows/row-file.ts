import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../snapshot.ts';

export interface KeptRow extends Row {
  /** What is to be known of it without reading it. */
  readonly brief?: unknown;
}

export interface KnownRow extends Pick<KeptRow, 'key' | 'at' | 'brief'> {
  /** A short name of its value: equal values, equal names. */
  readonly print: string;
}

/** In bytes; what is beyond is read with calls. */
const MOST_MAPPED = 2 ** 31 - 1;

/** The value of a row. */
export const valueQuery = 'SELECT json FROM texts WHERE key = ?';

/** Opens the file in which the builder has written rows. @returns reads a row's value; undefined without one. @throws when there is no such file */
export function openRows(path: string): (key: string) => unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  // Nobody writes meanwhile: reading it as memory saves a call of the system for each part of a row.
  database.exec(`PRAGMA mmap_size = ${MOST_MAPPED}`);
  const statement = database.prepare(valueQuery);
  return (key) => {
    const row = statement.get(key);
    return row && JSON.parse(String(row.json));
  };
}
