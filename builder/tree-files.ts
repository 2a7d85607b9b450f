import type { LogHead } from '@datchain/functions/public-log/head.ts';
import { checkpointText } from '@datchain/tlog/checkpoint.ts';
import type { NoteKey } from '@datchain/tlog/keys.ts';
import { consistencyRanges, rootOf } from '@datchain/tlog/merkle.ts';
import { checkSignature, type Note, readNote, writeNote } from '@datchain/tlog/note.ts';
import { policyText, readPolicy } from '@datchain/tlog/policy.ts';
import { beginsWith, type PublishedCheckpoint } from '@datchain/tlog/read-proof.ts';
import { inTree, readRanges } from '@datchain/tlog/read-tree.ts';
import type { TileWriter } from '@datchain/tlog/tile-writer.ts';
import { listTiles, TILE_WIDTH, tilePath } from '@datchain/tlog/tiles.ts';
import type { LogFolder } from './log-folder.ts';
import { askWitnesses } from './witnesses.ts';

export interface TreeOptions {
  /** The checkpoint that is published now, which the tree must continue. */
  readonly live: PublishedCheckpoint | undefined;
  /** The lines `witness`, `group` and `quorum` of the policy; empty without witnesses. */
  readonly witnesses: string;
  readonly log: (line: string) => void;
}

async function isSignedBy(note: Note, keys: readonly NoteKey[]): Promise<boolean> {
  const signed = await Promise.all(keys.map((key) => checkSignature(note, key)));
  return keys.length > 0 && signed.every(({ is }) => is === 'valid');
}

/**
 * Writes what is left of a tree when all entries are added: the last tiles, the policy, and the checkpoint with
 * its cosignatures.
 *
 * @returns what is wrong with the tree, if anything is: then it must not be published
 * @throws PolicyError when the lines about witnesses are wrong, BadFile, WitnessRefusal
 */
export async function finishTree(
  files: LogFolder,
  tiles: TileWriter,
  head: LogHead,
  { live, witnesses, log }: TreeOptions,
): Promise<string | undefined> {
  const { origin } = head;
  const tree = { size: tiles.size, root: rootOf(tiles.edge()) };
  tiles.finish(head.signedSizes);
  // Full tiles were written as their entries came, or are those of the live tree.
  const full = tree.size - (tree.size % TILE_WIDTH);
  for (const tile of [...listTiles(full, 'entries'), ...listTiles(full, 0)]) {
    files.keep(inTree(tilePath(tile)));
  }
  const isPrefix = live?.tree.origin === origin && (await beginsWith(files.read, tree, live.tree));
  if (live && !isPrefix) {
    return `it does not continue the ${live.tree.size} lines published as ${live.tree.origin}`;
  }
  if (head.size === 0) return undefined;
  const note = readNote(head.checkpoint);
  if (note?.text !== checkpointText({ origin, ...tree })) {
    return 'its lines are not those of its checkpoint';
  }
  const logs = head.keys.map((vkey) => `log ${vkey}\n`).join('');
  const policy = readPolicy(`${logs}${witnesses.trim() || 'quorum none'}`);
  if (!(await isSignedBy(note, policy.logs))) return 'its checkpoint is not signed';
  const cosigned = await askWitnesses(note, {
    policy,
    published: live?.note,
    prove: (from) => readRanges(files.read, tree.size, consistencyRanges(from, tree.size)),
    log,
  });
  files.write(inTree('policy'), policyText(policy));
  files.write(inTree('checkpoint'), writeNote(cosigned));
  return undefined;
}
