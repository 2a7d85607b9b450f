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

/** What a follower keeps of a log: its last checkpoint, and the policy it began with. */
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

/** @throws Unreadable when what was kept is not a checkpoint */
export function treeOf(checkpoint: Uint8Array): Tree {
  const note = readNote(textOfBytes(checkpoint) ?? '');
  const tree = note && readCheckpointText(note.text);
  if (!tree) throw new Unreadable('The kept checkpoint is not one');
  return tree;
}

/** So that the old or the new bytes are there, whenever the machine stops. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const file = await open(`${path}.new`, 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}

/** The policy first: a checkpoint without it would be checked by whatever is published. */
export async function writeState(folder: string, { policy, checkpoint }: Required<State>) {
  if (policy) await writeWhole(join(folder, 'policy'), policy);
  if (checkpoint) await writeWhole(join(folder, 'checkpoint'), checkpoint);
}

/** Each note under a name of its own, so that nothing kept earlier is lost. */
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
