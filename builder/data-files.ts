import { setImmediate } from 'node:timers/promises';
import { dataFiles } from '../ledger/src/exports/data-files.ts';
import {
  fileOfWorks,
  makePieces,
  namesOfWorks,
  type Pieces,
  type WorksSource,
} from '../ledger/src/exports/files-of-works.ts';
import type { DatBrief } from '../ledger/src/rows/dat-brief.ts';
import type { PlannedOutline } from '../ledger/src/rows/outline.ts';
import type { SiteState } from './site-state.ts';
import type { SiteTree } from './site-tree.ts';

interface DataSource extends WorksSource {
  readonly outline: PlannedOutline;
  readonly kept: readonly string[];
}

/** The event loop gets a turn after this many works. */
const BATCH_SIZE = 50;

/**
 * Writes the export files.
 *
 * @param state has the pieces of unchanged works
 * @param changed the ids of works whose pieces are stale
 * @returns the new pieces
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
    made.set(id, makePieces(brief, source));
    if (made.size % BATCH_SIZE === 0) await setImmediate();
  }
  for (const name of namesOfWorks) {
    const pieceOf = (brief: DatBrief) =>
      made.get(brief.id)?.[name] ?? state.piece(brief.id, name) ?? makePieces(brief, source)[name];
    site.write(name, fileOfWorks(name, briefs, pieceOf));
  }
  const others = dataFiles(source.outline, source.site);
  for (const [file, text] of others) if (!source.kept.includes(file)) site.write(file, text());
  removeLeft(site, others);
  return made;
}

function removeLeft(site: SiteTree, made: ReadonlyMap<string, unknown>): void {
  for (let number = 1; ; number += 1) {
    const file = `sitemap/${number}.xml`;
    if (made.has(file)) continue;
    if (!site.has(file)) return;
    site.remove(file);
  }
}
