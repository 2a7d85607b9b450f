import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { dataFiles } from '../ledger/src/exports/data-files.ts';
import {
  filesOfWorks,
  type LastWorks,
  namesOfWorks,
  type WorksSource,
} from '../ledger/src/exports/files-of-works.ts';
import type { PlannedOutline } from '../ledger/src/rows/outline.ts';
import type { KnownPieces } from './site-state.ts';
import type { SiteTree } from './site-tree.ts';

export interface LastData {
  readonly siteDir: string;
  readonly pieces: KnownPieces | undefined;
  readonly changed: readonly string[];
}

/** The files of works of the last site; undefined when one of them is not there as it was noted. */
function lastWorks({ siteDir, pieces, changed }: LastData): LastWorks | undefined {
  if (!pieces) return undefined;
  const files = namesOfWorks.flatMap((name) => {
    const own = pieces.files[name];
    const { size } = statSync(join(siteDir, name), { throwIfNoEntry: false }) ?? {};
    return own && size === own.size ? [[name, own]] : [];
  });
  if (files.length < namesOfWorks.length) return undefined;
  return { ids: pieces.ids, files: Object.fromEntries(files), changed: new Set(changed) };
}

interface DataSource extends WorksSource {
  readonly outline: PlannedOutline;
  readonly kept: readonly string[];
}

/** Removes sitemaps that an earlier site had and this one does not need. */
function removeLeft(site: SiteTree, made: ReadonlyMap<string, unknown>): void {
  for (let number = 1; ; number += 1) {
    const file = `sitemap/${number}.xml`;
    if (made.has(file)) continue;
    if (!site.has(file)) return;
    site.remove(file);
  }
}

/** Writes the files for programs. @returns where the pieces are that the next site can take over */
export async function writeDataFiles(
  site: SiteTree,
  source: DataSource,
  last: LastData | undefined,
): Promise<KnownPieces> {
  const works = await filesOfWorks(source, last && lastWorks(last), () => setImmediate());
  for (const { name, parts } of works) {
    const path = join(last?.siteDir ?? '', name);
    site.write(
      name,
      parts.map((part) => (part instanceof Uint8Array ? part : { path, ...part })),
    );
  }
  const others = dataFiles(source.outline, source.site);
  for (const [file, text] of others) if (!source.kept.includes(file)) site.write(file, text());
  removeLeft(site, others);
  return {
    ids: source.outline.briefs.map(({ id }) => id),
    files: Object.fromEntries(works.map(({ name, pieces }) => [name, pieces])),
  };
}
