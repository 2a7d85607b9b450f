import { type PublishedCheckpoint, readProof } from './read-proof.ts';
import { BadFile, inTree, type Read, readEntries } from './read-tree.ts';
import { TILE_WIDTH, tileIn, tilePath } from './tiles.ts';

/**
 * Reads an entry from a log's tiles and proves that it is in a checkpoint's tree.
 *
 * @param index of the entry, from 0
 * @throws BadFile if the tiles lack the entry or do not prove it
 */
export async function readEntry(
  read: Read,
  latest: PublishedCheckpoint,
  index: number,
): Promise<Uint8Array> {
  const { size } = latest.tree;
  const tile = tileIn(size, 'entries', Math.floor(index / TILE_WIDTH));
  if (index >= size) throw new BadFile(inTree('checkpoint'), `ends before entry ${index + 1}`);
  const entry = (await readEntries(read, tile))[index % TILE_WIDTH];
  if (!entry) throw new BadFile(inTree(tilePath(tile)), `has no entry ${index + 1}`);
  await readProof(read, latest, { index, entry });
  return entry;
}
