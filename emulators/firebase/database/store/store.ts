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
import type { Change } from '../namespace.ts';
import { applyLogLine, logLine, parseSnapshot, type State, snapshotText } from './state.ts';

const SNAPSHOT = 'database.json';
const LOG = /^database-(\d+)\.log$/;
/** The log is folded into the snapshot when it outgrows both this and the snapshot. */
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Keeps data in a folder: a snapshot and a log of the writes since. A write is in the log before
 * it is acknowledged, so a killed process loses nothing it said yes to.
 */
export class Store {
  readonly dir: string;
  #log: string;
  #file: number;
  #logBytes: number;
  #snapshotBytes: number;

  /** Opens or creates the folder. Throws when what lies there cannot be read. */
  static open(dir: string): { store: Store; state: State } {
    mkdirSync(dir, { recursive: true });
    const path = join(dir, SNAPSHOT);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : null;
    const { state, log } = text ? readSnapshot(path, text) : emptyState();
    const { file, bytes } = replayLog(join(dir, log), state);
    return { store: new Store(dir, log, file, bytes, text?.length ?? 0), state };
  }

  private constructor(dir: string, log: string, file: number, bytes: number, snapshot: number) {
    this.dir = resolve(dir);
    this.#log = log;
    this.#file = file;
    this.#logBytes = bytes;
    this.#snapshotBytes = snapshot;
  }

  get isDue(): boolean {
    return this.#logBytes > Math.max(LOG_LIMIT_BYTES, this.#snapshotBytes);
  }

  append(namespace: string, changes: readonly Change[]): void {
    const bytes = Buffer.from(logLine(namespace, changes));
    try {
      writeAll(this.#file, bytes);
    } catch (error) {
      // Half a line must not stand in front of the next one.
      ftruncateSync(this.#file, this.#logBytes);
      throw error;
    }
    this.#logBytes += bytes.length;
  }

  /** Writes the whole state as a new snapshot and begins an empty log. */
  compact(state: State): void {
    const number = Number(LOG.exec(this.#log)![1]) + 1;
    const log = `database-${number}.log`;
    // Appending, so that a cut after a failed write leaves no gap; one left by a crash is emptied.
    const file = openSync(join(this.dir, log), 'a');
    ftruncateSync(file, 0);
    this.#snapshotBytes = writeSnapshot(this.dir, state, log);
    closeSync(this.#file);
    this.#log = log;
    this.#file = file;
    this.#logBytes = 0;
    for (const name of readdirSync(this.dir)) {
      if (LOG.test(name) && name !== log) rmSync(join(this.dir, name));
    }
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}

/** Writes the state into another folder, from which `Store.open` can start. */
export function exportState(dir: string, state: State): void {
  mkdirSync(dir, { recursive: true });
  const numbers = readdirSync(dir).map((name) => Number(LOG.exec(name)?.[1] ?? -1));
  // A log that already lies there must not be taken for the one that continues this snapshot.
  writeSnapshot(dir, state, `database-${Math.max(-1, ...numbers) + 1}.log`);
}

/** Whole or not at all, and safe from a power cut. Answers the size in characters. */
function writeSnapshot(dir: string, state: State, log: string): number {
  const text = snapshotText(state, log);
  const path = join(dir, SNAPSHOT);
  const file = openSync(`${path}.new`, 'w');
  writeAll(file, Buffer.from(text));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  const folder = openSync(dir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return text.length;
}

function emptyState(): { state: State; log: string } {
  return { state: new Map(), log: 'database-0.log' };
}

function readSnapshot(path: string, text: string): { state: State; log: string } {
  try {
    return parseSnapshot(text);
  } catch (error) {
    throw new Error(`${path} is not a snapshot of the local Realtime Database: ${String(error)}`);
  }
}

/** Applies the log; a last line without its end was never acknowledged and is cut off. */
function replayLog(path: string, state: State): { file: number; bytes: number } {
  const text = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const end = text.lastIndexOf(10) + 1;
  const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  lines.forEach((line, index) => {
    try {
      applyLogLine(state, line);
    } catch (error) {
      throw new Error(`${path}, line ${index + 1} cannot be read: ${String(error)}`);
    }
  });
  const file = openSync(path, 'a');
  ftruncateSync(file, end);
  return { file, bytes: end };
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}
