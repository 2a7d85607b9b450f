import { setImmediate } from 'node:timers/promises';
import { dataFiles } from '../ledger/src/exports/data-files.ts';
import {
  fileOfWorks,
  namesOfWorks,
  type Pieces,
  piecesOf,
  type WorksSource,
} from '../ledger/src/exports/files-of-works.ts';
import type { PlannedOutline } from '../ledger/src/rows/outline.ts';
import type { SiteState } from './site-state.ts';
import type { SiteTree } from './site-tree.ts';

interface DataSource extends WorksSource {
  readonly outline: PlannedOutline;
  /** Files that the site has as they would be written. */
  readonly kept: readonly string[];
}

/** So many works are read between two moments in which others are asked for something else. */
const WORKS_AT_ONCE = 50;

/**
 * Writes the files for programs.
 *
 * @param state knows what they said of works
 * @param changed the works of which they say something else
 * @returns what they say of works that the memory does not know
 */
export async function writeDataFiles(
  site: SiteTree,
  source: DataSource,
  state: Pick<SiteState, 'worksWithPieces' | 'piece'>,
  changed: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Pieces>> {
  const { briefs } = source.outline;
  const known = state.worksWithPieces();
  const made = new Map<string, Pieces>();
  for (const brief of briefs) {
    const { id } = brief;
    if (known.has(id) && !changed.has(id)) continue;
    made.set(id, piecesOf(brief, source));
    if (made.size % WORKS_AT_ONCE === 0) await setImmediate();
  }
  for (const name of namesOfWorks) {
    const pieceOf = (id: string) => made.get(id)?.[name] ?? state.piece(id, name);
    site.write(name, fileOfWorks(name, briefs, pieceOf));
  }
  const others = dataFiles(source.outline, source.site);
  for (const [file, text] of others) if (!source.kept.includes(file)) site.write(file, text());
  removeLeft(site, others);
  return made;
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
