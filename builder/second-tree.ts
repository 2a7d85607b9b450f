import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { versionsDir } from './publish.ts';

// Beside the version of a site that is served stays the one before it. The next one is made of that: what
// all three have in common is in it, and costs nothing to take over, however much it is.

const fileOf = (siteDir: string): string => `${siteDir}.trees.json`;

const liveVersion = (siteDir: string): string => basename(readlinkSync(siteDir));

/**
 * Writes down how the version that is served differs from the one before.
 *
 * @param different among files that can be taken over: those that the two do not have in common
 */
export function noteTrees(siteDir: string, before: string, different: readonly string[]): void {
  const trees = { live: liveVersion(siteDir), before, different };
  writeFileSync(fileOf(siteDir), JSON.stringify(trees));
}

/** The version before, if it is whole and known; undefined after a publish of which nothing was noted. */
function secondTree(siteDir: string): { dir: string; different: ReadonlySet<string> } | undefined {
  try {
    const trees: unknown = JSON.parse(readFileSync(fileOf(siteDir), 'utf8'));
    if (!isRecord(trees) || !Array.isArray(trees.different)) return undefined;
    const before = readText(trees.before);
    const dir = join(versionsDir(siteDir), before);
    // One of the versions, and nothing above them.
    const isVersion = before !== '' && basename(before) === before;
    const isKnown = isVersion && readText(trees.live) === liveVersion(siteDir);
    return isKnown && existsSync(dir) ? { dir, different: new Set(trees.different) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the version before into the beginning of the next one: a folder `to` with those of the wanted
 * files in it that the live site has as well, to the byte. All else is removed from it.
 *
 * @returns the files that are there now; none when there is no such version, and then no folder either
 */
export function takeSecondTree(
  siteDir: string,
  wanted: ReadonlySet<string>,
  to: string,
): ReadonlySet<string> {
  const tree = wanted.size > 0 ? secondTree(siteDir) : undefined;
  if (!tree) return new Set();
  try {
    // From here on it belongs to this build, and goes with it.
    renameSync(tree.dir, to);
  } catch {
    // It is on another disk, or in use: pages are linked one by one.
    return new Set();
  }
  const there = new Set<string>();
  /** Leaves what is wanted of a folder. @returns whether anything was */
  const prune = (folder: string): boolean => {
    const left = readdirSync(join(to, folder), { withFileTypes: true }).filter((entry) => {
      const path = folder + entry.name;
      if (entry.isDirectory()) {
        if (prune(`${path}/`)) return true;
        rmdirSync(join(to, path));
        return false;
      }
      if (wanted.has(path) && !tree.different.has(path)) {
        there.add(path);
        return true;
      }
      rmSync(join(to, path));
      return false;
    });
    return left.length > 0;
  };
  prune('');
  return there;
}
