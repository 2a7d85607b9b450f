import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { dumpPath } from '@datchain/ledger/src/exports/dump.ts';
import type { RowIndex } from '@datchain/ledger/src/snapshot.ts';
import { largest } from '@datchain/shared/domain/extremes.ts';
import { create } from 'tar';
import { logDir } from './log-files.ts';

/** What is public, each thing once: files that only cut another one into pieces are left out. */
const files = [
  'dats.json',
  'editions.csv',
  'market.json',
  'books.json',
  'schema.json',
  'handles.json',
];

/** What of it is drawn with the pages, as the site has it. */
export const drawnForDump: readonly string[] = files.map((file) => `${logDir}/${file}`);

/** What the lines are checked with; tiles can be made from the lines. */
const treeFiles = ['tlog/checkpoint', 'tlog/policy'];

/**
 * Packs everything public into one file that carries the day of its last change. The same data give
 * the same bytes.
 */
export async function writeDump(siteDir: string, rows: RowIndex): Promise<void> {
  const changedAt = Math.max(0, largest(Object.values(rows).map(([, at]) => at)));
  const cwd = join(siteDir, logDir);
  const there = files.filter((file) => existsSync(join(cwd, file)));
  const ledger = readdirSync(cwd).filter((file) => /^ledger[-\d]*\.jsonl$/.test(file));
  const tree = existsSync(join(cwd, 'tlog')) ? treeFiles : [];
  const options = { cwd, portable: true, mtime: new Date(changedAt) };
  const packed = create(options, [...there, ...ledger.sort(), ...tree]);
  const file = createWriteStream(join(siteDir, dumpPath(changedAt)));
  // Beside this thread: compressed by `tar` it would be within it.
  await pipeline(packed, createGzip(), file);
}
