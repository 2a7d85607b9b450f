import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseName, Fields, Micros, StoredDocument } from '../contract.ts';

export interface SavedDatabase {
  readonly name: DatabaseName;
  readonly version: Micros;
  all(): Iterable<StoredDocument>;
}

interface RestoredDatabase {
  readonly name: DatabaseName;
  readonly version: Micros;
  readonly documents: StoredDocument[];
}

type Line = readonly [path: string, createTime: Micros, updateTime: Micros, fields: Fields];

const fileName = 'firestore.jsonl';
const format = 'datchain-firestore-1';
const batchLength = 1024 * 1024;

/**
 * Writes databases into a folder for `readSnapshot`: a header, then each database followed by its
 * documents, one per line. The file is written atomically.
 */
export function writeSnapshot(dir: string, databases: Iterable<SavedDatabase>): void {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, fileName);
  const file = openSync(`${path}.new`, 'w');
  let batch = '';
  for (const line of snapshotLines(databases)) {
    batch += `${JSON.stringify(line)}\n`;
    if (batch.length < batchLength) continue;
    writeFileSync(file, batch);
    batch = '';
  }
  writeFileSync(file, batch);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}

function* snapshotLines(databases: Iterable<SavedDatabase>): Iterable<object> {
  yield { format };
  for (const database of databases) {
    yield { ...database.name, version: database.version };
    for (const { path, createTime, updateTime, fields } of database.all()) {
      yield [path.join('/'), createTime, updateTime, fields] satisfies Line;
    }
  }
}

/**
 * Reads the file of `writeSnapshot`; empty without one.
 *
 * @throws Error for any other file
 */
export function readSnapshot(dir: string): readonly RestoredDatabase[] {
  const path = join(dir, fileName);
  if (!existsSync(path)) return [];
  try {
    return parseSnapshot(linesOf(readFileSync(path)));
  } catch (error) {
    throw new Error(`${path} is not a snapshot of the local Firestore: ${String(error)}`);
  }
}

function parseSnapshot(lines: Iterable<string>): RestoredDatabase[] {
  const databases: RestoredDatabase[] = [];
  let head: { readonly format?: unknown } | undefined;
  for (const line of lines) {
    const json = JSON.parse(line);
    if (head === undefined) {
      head = json;
      if (head?.format !== format) throw new Error('unknown format');
    } else if (Array.isArray(json)) databases.at(-1)?.documents.push(documentOf(json as never));
    else {
      const { project, database, version } = json as DatabaseName & { version: Micros };
      databases.push({ name: { project, database }, version, documents: [] });
    }
  }
  if (head === undefined) throw new Error('it is empty');
  return databases;
}

function documentOf([path, createTime, updateTime, fields]: Line): StoredDocument {
  return { path: path.split('/'), createTime, updateTime, fields };
}

/** Yields the lines of a file that may be longer than the longest string. */
function* linesOf(bytes: Buffer): Iterable<string> {
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
