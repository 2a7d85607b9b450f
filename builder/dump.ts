import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dumpPath } from '@datchain/ledger/src/exports/dump.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { logDir } from './log-files.ts';
import { type KnownArchive, Packing } from './packing.ts';
import type { SiteTree } from './site-tree.ts';

/** What is public, each thing once: files that only cut another one into pieces are left out. */
const files = [
  'dats.json',
  'editions.csv',
  'market.json',
  'books.json',
  'schema.json',
  'handles.json',
];

/** What the lines are checked with; tiles can be made from the lines. */
const treeFiles = ['tlog/checkpoint', 'tlog/policy'];

const aDump = /^datchain-[\d-]+\.tar\.gz$/;

/** A dump of a site. */
export interface KnownDump extends KnownArchive {
  /** Relative to the folder of the site. */
  readonly path: string;
}

/** The live site, and what is known of its dump. */
interface LastDump {
  readonly siteDir: string;
  readonly dump: KnownDump;
}

/**
 * Packs everything public into one file that carries the day of its last change. The same data give
 * the same bytes.
 *
 * @param changedAt when any row last changed
 * @param last what of it can be taken over
 */
export async function writeDump(
  site: SiteTree,
  changedAt: Millis,
  last?: LastDump,
): Promise<KnownDump> {
  const folder = join(site.dir, logDir);
  const data = files.filter((file) => existsSync(join(folder, file)));
  const present = readdirSync(folder);
  const ledger = present.filter((file) => /^ledger[-\d]*\.jsonl$/.test(file));
  const tree = existsSync(join(folder, 'tlog')) ? treeFiles : [];
  const packing = new Packing(changedAt, last?.dump, last && join(last.siteDir, last.dump.path));
  for (const file of [...data, ...ledger.sort(), ...tree]) {
    const path = `${logDir}/${file}`;
    const parts = site.madeOf(path);
    const made = last && parts && { parts, last: join(last.siteDir, path) };
    await packing.add(file, join(folder, file), site.isAsLive(path), made);
  }
  const { parts, ...packed } = await packing.end();
  for (const file of present) if (aDump.test(file)) site.remove(`${logDir}/${file}`);
  const path = dumpPath(changedAt).slice(1);
  site.write(path, parts);
  return { path, ...packed };
}
