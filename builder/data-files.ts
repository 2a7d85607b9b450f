import { setImmediate } from 'node:timers/promises';
import { dataFiles } from '../ledger/src/exports/data-files.ts';
import {
  fileOfWorks,
  makePieces,
  type NameOfWorks,
  namesOfWorks,
  type Pieces,
  splitIntoChunks,
  type WorksSource,
  type WrittenChunks,
} from '../ledger/src/exports/files-of-works.ts';
import type { PlannedOutline } from '../ledger/src/rows/outline.ts';
import type { SiteState } from './site-state.ts';
import type { SiteTree } from './site-tree.ts';

interface DataSource extends WorksSource {
  readonly outline: PlannedOutline;
  readonly kept: readonly string[];
}

/**
 * Writes the export files.
 *
 * @param state has the text of unchanged chunks
 */
export async function writeDataFiles(
  site: SiteTree,
  source: DataSource,
  state: Pick<SiteState, 'chunks' | 'piece'>,
): Promise<WrittenChunks> {
  const { briefs } = source.outline;
  const chunks = splitIntoChunks(briefs);
  const known = state.chunks();
  const made = new Map<string, Pieces>();
  for (const chunk of chunks) {
    if (known.has(chunk.key)) continue;
    made.set(chunk.key, makePieces(chunk, source));
    await setImmediate();
  }
  function* piecesIn(name: NameOfWorks): Generator<Uint8Array> {
    for (const chunk of chunks) {
      yield made.get(chunk.key)?.[name] ??
        state.piece(chunk.key, name) ??
        makePieces(chunk, source)[name];
    }
  }
  for (const name of namesOfWorks) site.write(name, fileOfWorks(name, briefs, piecesIn(name)));
  const others = dataFiles(source.outline, source.site);
  for (const [file, text] of others) if (!source.kept.includes(file)) site.write(file, text());
  removeLeft(site, others);
  return { keys: chunks.map(({ key }) => key), made };
}

function removeLeft(site: SiteTree, made: ReadonlyMap<string, unknown>): void {
  for (let number = 1; ; number += 1) {
    const file = `sitemap/${number}.xml`;
    if (made.has(file)) continue;
    if (!site.has(file)) return;
    site.remove(file);
  }
}
