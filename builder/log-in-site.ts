import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicLog } from '@datchain/functions/public-log/source.ts';
import { coinsDir } from '@datchain/shared/domain/public-books/coin-days.ts';
import { listFiles } from './fingerprint.ts';
import { continueLogFiles, logDir, treeDir, writeLogFiles } from './log-files.ts';
import type { SiteTree } from './site-tree.ts';
import type { LiveLog, Witnessing } from './tree-files.ts';

/** Files of the log, among others in its folder. */
const ofLog = /^((log|days|coins|tlog)\/|(ledger(-\d+)?|handles|no-lines)\.\w+$)/;

export interface AddedLog {
  /** A folder for files until the log is known to be sound. */
  readonly work: string;
  readonly live: LiveLog;
  /** Whether the site may keep files of it that it has already. */
  readonly isContinued: boolean;
  readonly witnessing: Witnessing;
}

function foldersIn(work: string): string[] {
  const entries = readdirSync(join(work, logDir), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [`${logDir}/${entry.name}`] : []));
}

/** Makes a site have this log and no other; what it has already is not written. */
function replaceLog(site: SiteTree, work: string): void {
  const written = new Set(listFiles(work));
  for (const name of site.filesIn(logDir)) {
    const file = `${logDir}/${name}`;
    if (ofLog.test(name) && !written.has(file)) site.remove(file);
  }
  // Of a new site no file need be looked at: there can be tens of thousands.
  for (const folder of foldersIn(work)) {
    if (!existsSync(join(site.dir, folder))) site.moveFolder(join(work, folder), folder);
  }
  for (const file of listFiles(work)) {
    const from = join(work, file);
    const isThere = site.has(file);
    if (!isThere || !readFileSync(join(site.dir, file)).equals(readFileSync(from))) {
      site.move(from, file);
    }
  }
}

/**
 * Adds the public log to a site.
 *
 * @returns what is wrong with the log, if anything is: then the site is as it was
 * @throws WitnessRefusal
 */
export async function addLog(
  site: SiteTree,
  log: PublicLog,
  { work, live, isContinued, witnessing }: AddedLog,
): Promise<string | undefined> {
  const clear = () => rmSync(work, { recursive: true, force: true });
  clear();
  const stay = isContinued ? await continueLogFiles(work, log, live, witnessing) : undefined;
  if (stay) {
    const wanted = new Set([...stay, ...listFiles(work)]);
    site.removeOthers([treeDir, `${logDir}/${coinsDir}`], wanted);
    for (const file of listFiles(work)) site.move(join(work, file), file);
    return undefined;
  }
  clear();
  const problem = await writeLogFiles(work, log, live, witnessing);
  if (!problem) replaceLog(site, work);
  return problem;
}
