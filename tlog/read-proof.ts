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

/** A checkpoint as it was published, and what it says. No signature of it was looked at. */
export interface PublishedCheckpoint {
  readonly text: string;
  readonly note: Note;
  readonly tree: Checkpoint;
}

/** Undefined for what is not a checkpoint. */
export function readPublished(text: string): PublishedCheckpoint | undefined {
  const note = readNote(text);
  const tree = note && readCheckpointText(note.text);
  return note && tree && { text, note, tree };
}

/** @throws BadFile */
export async function readLatest(read: Read): Promise<PublishedCheckpoint> {
  const bytes = await read(place);
  if (!bytes) throw new MissingFile(place);
  const published = readPublished(textOfBytes(bytes) ?? '');
  if (!published) throw new BadFile(place, 'is not a checkpoint');
  return published;
}

/**
 * The proof that an entry is in the tree of a checkpoint, read from tiles. It is tried before it is
 * handed out.
 *
 * @param index the entry's place, from 0
 * @throws BadFile when the tiles do not prove it, RangeError when the tree has no such place
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
 * Whether a tree begins with one that was known earlier, by the tree's tiles.
 *
 * @throws BadFile
 */
export async function beginsWith(read: Read, tree: Tree, earlier: Tree): Promise<boolean> {
  if (earlier.size > tree.size) return false;
  const ranges = consistencyRanges(earlier.size, tree.size);
  const proof: Hash[] = await readRanges(read, tree.size, ranges);
  return isConsistent(earlier, tree, proof);
}
