import { base64Of, bytesOfBase64 } from './bytes.ts';
import { HASH_BYTES, type Tree } from './merkle.ts';

/** A log's checkpoint (C2SP tlog-checkpoint): its name, size and root. */
export interface Checkpoint extends Tree {
  readonly origin: string;
}

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\n`;

/** Reads the text of a checkpoint; undefined unless it has exactly this form. */
export function readCheckpointText(text: string): Checkpoint | undefined {
  const [, origin = '', digits = '', encoded = ''] =
    text.match(/^([^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\n$/) ?? [];
  const root = bytesOfBase64(encoded);
  const size = Number(digits);
  return root?.length === HASH_BYTES && Number.isSafeInteger(size)
    ? { origin, size, root }
    : undefined;
}
