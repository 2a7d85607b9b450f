import type { Commit, DatabaseName, Fields, Micros, StoredDocument } from '../contract.ts';

/** What is kept of one database. */
export interface Kept {
  readonly name: DatabaseName;
  readonly documents: Map<string, StoredDocument>;
  version: Micros;
}

/** All databases, by `databaseKey`. */
export type State = Map<string, Kept>;

const format = 'datchain-firestore-1';

/** `project/database`, which no two databases share. */
export const databaseKey = ({ project, database }: DatabaseName): string =>
  `${project}/${database}`;

/** A document on disk: its path, its times and its fields. */
type Line = readonly [path: string, createTime: Micros, updateTime: Micros, fields: Fields];
/** A change on disk: a document, or the path of one that is gone. */
type ChangeLine = Line | readonly [path: string];
type LogLine = readonly [
  project: string,
  database: string,
  version: Micros,
  changes: readonly ChangeLine[],
];

const lineOf = ({ path, createTime, updateTime, fields }: StoredDocument): Line => [
  path.join('/'),
  createTime,
  updateTime,
  fields,
];

function documentOf([path, createTime, updateTime, fields]: Line): StoredDocument {
  return { path: path.split('/'), createTime, updateTime, fields };
}

/** One line of the log: what a commit has made of the documents it changed. */
export function logLine({ project, database }: DatabaseName, { version, changes }: Commit): string {
  const lines = changes.map(
    ({ path, after }): ChangeLine => (after ? lineOf(after) : [path.join('/')]),
  );
  const line: LogLine = [project, database, version, lines];
  return `${JSON.stringify(line)}\n`;
}

/** Applies one line of the log. Throws when the line is not one of ours. */
export function applyLogLine(state: State, line: string): void {
  const [project, database, version, changes] = JSON.parse(line) as LogLine;
  const kept = keptIn(state, { project, database });
  for (const change of changes) {
    if (change.length === 1) kept.documents.delete(change[0]);
    else kept.documents.set(change[0], documentOf(change));
  }
  kept.version = version;
}

/** What is kept of a database, begun when it is new. */
export function keptIn(state: State, name: DatabaseName): Kept {
  const key = databaseKey(name);
  const kept = state.get(key) ?? { name, documents: new Map(), version: 0 };
  state.set(key, kept);
  return kept;
}

/** A database as a snapshot is made of it. */
export interface Snapped {
  readonly name: DatabaseName;
  readonly version: Micros;
  all(): Iterable<StoredDocument>;
}

/**
 * A snapshot, line by line: a head that names the log which continues it, then each database and its
 * documents.
 */
export function* snapshotLines(databases: Iterable<Snapped>, log: string): Iterable<string> {
  yield `${JSON.stringify({ format, log })}\n`;
  for (const database of databases) {
    yield `${JSON.stringify({ ...database.name, version: database.version })}\n`;
    for (const document of database.all()) yield `${JSON.stringify(lineOf(document))}\n`;
  }
}

/** Reads `snapshotLines`. Throws for any other text. */
export function parseSnapshot(lines: Iterable<string>): { state: State; log: string } {
  const state: State = new Map();
  let log: string | undefined;
  let kept: Kept | undefined;
  for (const line of lines) {
    const json: unknown = JSON.parse(line);
    if (log === undefined) log = readHead(json);
    else if (Array.isArray(json)) kept?.documents.set(String(json[0]), documentOf(json as never));
    else {
      const { project, database, version } = json as DatabaseName & { version: Micros };
      kept = keptIn(state, { project, database });
      kept.version = version;
    }
  }
  if (log === undefined) throw new Error('it is empty');
  return { state, log };
}

function readHead(json: unknown): string {
  const head = json as { readonly format?: unknown; readonly log?: unknown };
  if (head.format !== format || typeof head.log !== 'string') throw new Error('unknown format');
  return head.log;
}
