import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { textOfBytes } from '../bytes.ts';
import { Unreadable } from '../check.ts';
import { readCheckpointText } from '../checkpoint.ts';
import type { Tree } from '../merkle.ts';
import { readNote } from '../note.ts';
import { readIfThere } from './places.ts';

/** The state a follower keeps of a log: the last checkpoint, and the policy it started with. */
export interface State {
  readonly checkpoint: Uint8Array | undefined;
  readonly policy: Uint8Array | undefined;
}

export async function readState(folder: string): Promise<State> {
  const [checkpoint, policy] = await Promise.all(
    ['checkpoint', 'policy'].map((name) => readIfThere(join(folder, name))),
  );
  return { checkpoint, policy };
}

/** @throws Unreadable if the kept file is not a checkpoint */
export function readKeptTree(checkpoint: Uint8Array): Tree {
  const note = readNote(textOfBytes(checkpoint) ?? '');
  const tree = note && readCheckpointText(note.text);
  if (!tree) throw new Unreadable('The kept checkpoint is not one');
  return tree;
}

/** Replaces a file atomically, so that a crash leaves the old or the new bytes. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(`${path}.new`, 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}

/** Writes the policy first: a checkpoint without it would be checked by the published policy. */
export async function writeState(folder: string, { policy, checkpoint }: Required<State>) {
  if (policy) await writeWhole(join(folder, 'policy'), policy);
  if (checkpoint) await writeWhole(join(folder, 'checkpoint'), checkpoint);
}

/** Stores each note under its hash, so that earlier evidence stays. */
export async function keepEvidence(
  folder: string,
  notes: readonly (Uint8Array | undefined)[],
): Promise<void> {
  for (const note of notes) {
    if (!note) continue;
    const name = createHash('sha256').update(note).digest('hex').slice(0, 16);
    await writeWhole(join(folder, 'evidence', name), note);
  }
}
