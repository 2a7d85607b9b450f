import { textOfBytes } from './bytes.ts';
import { type Checkpoint, readCheckpointText } from './checkpoint.ts';
import {
  consistencyRanges,
  type Hash,
  inclusionRanges,
  isConsistent,
  isSameHash,
  leafHash,
  rootOfInclusion,
  type Tree,
} from './merkle.ts';
import { type Note, readNote } from './note.ts';
import type { ProofFile } from './proof-file.ts';
import { BadFile, inTree, MissingFile, type Read, readRanges } from './read-tree.ts';

const place = inTree('checkpoint');

/** A published checkpoint with its parsed tree; its signatures are not checked. */
export interface PublishedCheckpoint {
  readonly text: string;
  readonly note: Note;
  readonly tree: Checkpoint;
}

export function readPublished(text: string): PublishedCheckpoint | undefined {
  const note = readNote(text);
  const tree = note && readCheckpointText(note.text);
  return note && tree && { text, note, tree };
}

/**
 * Reads the latest checkpoint.
 *
 * @throws BadFile if it is missing or invalid
 */
export async function readLatest(read: Read): Promise<PublishedCheckpoint> {
  const bytes = await read(place);
  if (!bytes) throw new MissingFile(place);
  const published = readPublished(textOfBytes(bytes) ?? '');
  if (!published) throw new BadFile(place, 'is not a checkpoint');
  return published;
}

/**
 * Reads a proof from tiles that an entry is in a checkpoint's tree, and verifies it before it is returned.
 *
 * @param index of the entry, from 0
 * @throws BadFile if the tiles do not prove it
 * @throws RangeError if the tree has no such index
 */
export async function readProof(
  read: Read,
  { text, tree }: PublishedCheckpoint,
  { index, entry }: { readonly index: number; readonly entry: Uint8Array },
): Promise<ProofFile> {
  const hashes = await readRanges(read, tree.size, inclusionRanges(index, tree.size));
  const root = rootOfInclusion({ index, size: tree.size }, leafHash(entry), hashes);
  if (!root || !isSameHash(root, tree.root)) {
    throw new BadFile(place, `does not have this entry as number ${index + 1}`);
  }
  return { extra: entry, index, hashes, checkpoint: text };
}

/**
 * Says whether a tree begins with an earlier one, by the tree's tiles.
 *
 * @throws BadFile if a tile is missing or invalid
 */
export async function beginsWith(read: Read, tree: Tree, earlier: Tree): Promise<boolean> {
  if (earlier.size > tree.size) return false;
  const ranges = consistencyRanges(earlier.size, tree.size);
  const proof: Hash[] = await readRanges(read, tree.size, ranges);
  return isConsistent(earlier, tree, proof);
}
