import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Commit, DatabaseName } from '../contract.ts';
import {
  applyLogLine,
  logLine,
  parseSnapshot,
  type Snapped,
  type State,
  snapshotLines,
} from './format.ts';
import { linesOf } from './lines.ts';

const snapshot = 'firestore.jsonl';
const logName = /^firestore-(\d+)\.log$/;
/** The log is folded into the snapshot when it outgrows both this and the snapshot. */
const mostLogBytes = 8 * 1024 * 1024;

/**
 * Keeps databases in a folder: a snapshot and a log of the commits since. A commit is in the log
 * before it is answered, so a killed process loses nothing it said yes to.
 */
export class Folder {
  readonly dir: string;
  #log: string;
  #file: number;
  #logBytes: number;
  #snapshotBytes: number;

  /** Opens or creates the folder. Throws when what lies there cannot be read. */
  static open(dir: string): { folder: Folder; state: State } {
    mkdirSync(dir, { recursive: true });
    refuseExport(dir);
    const path = join(dir, snapshot);
    const bytes = existsSync(path) ? readFileSync(path) : undefined;
    const { state, log } = bytes ? readSnapshot(path, bytes) : begin();
    const replayed = replayLog(join(dir, log), state);
    const sizes = { log: replayed.bytes, snapshot: bytes?.length ?? 0 };
    return { folder: new Folder(dir, { log, file: replayed.file, sizes }), state };
  }

  private constructor(
    dir: string,
    { log, file, sizes }: { log: string; file: number; sizes: { log: number; snapshot: number } },
  ) {
    this.dir = resolve(dir);
    this.#log = log;
    this.#file = file;
    this.#logBytes = sizes.log;
    this.#snapshotBytes = sizes.snapshot;
  }

  /** Whether the log has grown so much that it should be folded into the snapshot. */
  get isDue(): boolean {
    return this.#logBytes > Math.max(mostLogBytes, this.#snapshotBytes);
  }

  append(name: DatabaseName, commit: Commit): void {
    const bytes = Buffer.from(logLine(name, commit));
    try {
      writeAll(this.#file, bytes);
    } catch (error) {
      // Half a line must not stand in front of the next one.
      ftruncateSync(this.#file, this.#logBytes);
      throw error;
    }
    this.#logBytes += bytes.length;
  }

  /** Writes everything as a new snapshot and begins an empty log. */
  compact(databases: Iterable<Snapped>): void {
    const log = `firestore-${Number(logName.exec(this.#log)![1]) + 1}.log`;
    // Appending, so that a cut after a failed write leaves no gap; one left by a crash is emptied.
    const file = openSync(join(this.dir, log), 'a');
    ftruncateSync(file, 0);
    this.#snapshotBytes = writeSnapshot(this.dir, databases, log);
    closeSync(this.#file);
    this.#log = log;
    this.#file = file;
    this.#logBytes = 0;
    for (const name of readdirSync(this.dir)) {
      if (logName.test(name) && name !== log) rmSync(join(this.dir, name));
    }
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}

/** Writes databases into another folder, from which `Folder.open` can start. */
export function exportTo(dir: string, databases: Iterable<Snapped>): void {
  mkdirSync(dir, { recursive: true });
  const numbers = readdirSync(dir).map((name) => Number(logName.exec(name)?.[1] ?? -1));
  // A log that already lies there must not be taken for the one that continues this snapshot.
  writeSnapshot(dir, databases, `firestore-${Math.max(-1, ...numbers) + 1}.log`);
}

function refuseExport(dir: string): void {
  const found = readdirSync(dir).find((name) => name.endsWith('export_metadata'));
  if (found === undefined) return;
  throw new Error(
    `${dir} holds an export of Google's Firestore emulator (${found}), which the local Firestore cannot read: begin with another folder`,
  );
}

/** Whole or not at all, and safe from a power cut. Answers the size in bytes. */
function writeSnapshot(dir: string, databases: Iterable<Snapped>, log: string): number {
  const path = join(dir, snapshot);
  const file = openSync(`${path}.new`, 'w');
  let size = 0;
  let batch: string[] = [];
  let held = 0;
  const flush = () => {
    const bytes = Buffer.from(batch.join(''));
    writeAll(file, bytes);
    size += bytes.length;
    batch = [];
    held = 0;
  };
  for (const line of snapshotLines(databases, log)) {
    batch.push(line);
    held += line.length;
    if (held > 1024 * 1024) flush();
  }
  flush();
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  const folder = openSync(dir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return size;
}

const begin = (): { state: State; log: string } => ({ state: new Map(), log: 'firestore-0.log' });

function readSnapshot(path: string, bytes: Buffer): { state: State; log: string } {
  try {
    return parseSnapshot(linesOf(bytes));
  } catch (error) {
    throw new Error(`${path} is not a snapshot of the local Firestore: ${String(error)}`);
  }
}

/** Applies the log; a last line without its end was never answered and is cut off. */
function replayLog(path: string, state: State): { file: number; bytes: number } {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  let number = 0;
  for (const line of linesOf(bytes)) {
    number++;
    try {
      applyLogLine(state, line);
    } catch (error) {
      throw new Error(`${path}, line ${number} cannot be read: ${String(error)}`);
    }
  }
  const end = bytes.lastIndexOf(10) + 1;
  const file = openSync(path, 'a');
  ftruncateSync(file, end);
  return { file, bytes: end };
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
