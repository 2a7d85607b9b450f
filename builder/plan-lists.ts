import { renameSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { PageGroup, PlannedPages } from '../ledger/src/plan.ts';

export interface Plan {
  readonly drawn: readonly PageGroup[];
  /** The keys of all, by their names. */
  readonly keys: Map<string, string>;
}

/** What is to be drawn: pages that show something else, or lack a file. @param isThere whether all files are there */
export function planOf(
  pages: Iterable<PlannedPages>,
  last: ReadonlyMap<string, string>,
  isThere: (pages: PlannedPages) => boolean,
): Plan {
  const drawn: PageGroup[] = [];
  const keys = new Map<string, string>();
  for (const own of pages) {
    const { name, key, group } = own;
    keys.set(name, key);
    if (last.get(name) !== key || !isThere(own)) drawn.push(group());
  }
  return { drawn, keys };
}

/** Few enough that all who draw end at about the same time. */
const GROUPS_A_LIST = 50;

/** Writes what is to be drawn into files whose names begin like this, one after the other. */
export function* writeLists(groups: readonly PageGroup[], begin: string): Generator<string> {
  for (let at = 0; at < groups.length; at += GROUPS_A_LIST) {
    const file = `${begin}-${at}`;
    writeFileSync(file, JSON.stringify(groups.slice(at, at + GROUPS_A_LIST)));
    yield file;
  }
}

/** Only one of those who rename a file can do it. */
function isRenamed(file: string, to: string): boolean {
  try {
    renameSync(file, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Takes those lists that no one else takes, by renaming them: none of those who draw has to ask for the next. */
export async function* takeLists(lists: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const list of lists) {
    const taken = `${list}.taken`;
    if (!isRenamed(list, taken)) continue;
    yield taken;
    // While drawing, a process would not learn that it is to stop.
    await setImmediate();
  }
}
