import { bytesOfText } from '../bytes.ts';
import { checkpointText } from '../checkpoint.ts';
import { appendLeaf, emptyEdge, leafHash, rootOf } from '../merkle.ts';
import { cosign, type NoteSigner, signNote, writeNote } from '../note.ts';
import type { ReadFile } from '../read-tree.ts';
import { completeHash, entriesTile, hashTile, TILE_WIDTH, tilePath, tilesOf } from '../tiles.ts';

/** The files of a log with these entries, by their paths below its address. */
export async function filesOfLog(
  entries: readonly Uint8Array[],
  { log, witnesses = [] }: { log: NoteSigner; witnesses?: readonly NoteSigner[] },
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const size = entries.length;
  const leaves = entries.map(leafHash);
  for (const tile of tilesOf(size, 'entries')) {
    const first = tile.number * TILE_WIDTH;
    files.set(tilePath(tile), entriesTile(entries.slice(first, first + tile.width)));
  }
  let hashes = leaves;
  for (let level = 0; hashes.length > 0; level++) {
    for (const tile of tilesOf(size, level)) {
      const first = tile.number * TILE_WIDTH;
      files.set(tilePath(tile), hashTile(hashes.slice(first, first + tile.width)));
    }
    const full = Math.floor(hashes.length / TILE_WIDTH);
    hashes = Array.from({ length: full }, (_, at) =>
      completeHash(hashes.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
    );
  }
  const root = rootOf(leaves.reduce(appendLeaf, emptyEdge));
  const text = checkpointText({ origin: log.name, size, root });
  const signatures = [await signNote(text, log)];
  for (const witness of witnesses) signatures.push(await cosign(text, witness, 1_795_165_210));
  files.set('checkpoint', bytesOfText(writeNote({ text, signatures })));
  return files;
}

/** Reads files that are held, and keeps which were asked for. */
export function readerOf(files: ReadonlyMap<string, Uint8Array>) {
  const asked: string[] = [];
  const read: ReadFile = async (path) => {
    asked.push(path);
    return files.get(path);
  };
  return { read, asked };
}
