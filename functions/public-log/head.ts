import { count } from '@datchain/shared/domain/whole.ts';
import { bytesOfHex, hexOf } from '@datchain/tlog/bytes.ts';
import { checkpointText } from '@datchain/tlog/checkpoint.ts';
import { formatVkey } from '@datchain/tlog/keys.ts';
import { type Edge, emptyEdge, type Hash, rootOf } from '@datchain/tlog/merkle.ts';
import { type NoteSigner, signNote, writeNote } from '@datchain/tlog/note.ts';
import { TILE_WIDTH } from '@datchain/tlog/tiles.ts';
import * as v from 'valibot';
import type { Data } from '../stores/document-store.ts';

const text = v.string();
const hash = v.pipe(text, v.regex(/^[0-9a-f]{64}$/));

export const logFormat = 'datchain-public-log-2';

export interface StoredFile {
  readonly length: number;
  readonly chunk: number;
}

const payoutsSchema = v.object({ day: text, paidCents: count, reversedCents: count });

const headSchema = v.object({
  format: v.literal(logFormat),
  /** The log's name in signatures; empty before the first write. */
  origin: text,
  size: count,
  chunk: count,
  /** Right edge of the Merkle tree, from which lines can be appended. */
  edge: v.array(hash),
  /** The signed note about size and root; empty while there are no lines. */
  checkpoint: text,
  /** The sizes signed since the last multiple of 256, oldest first: each has partial tiles. */
  signedSizes: v.array(count),
  /** The keys that signed the checkpoint, in the format of a policy. */
  keys: v.array(text),
  /** When the checkpoint was signed; 0 before the first. */
  signedAt: count,
  payouts: payoutsSchema,
  /** The last day of the public books with lines in the log; empty before the first. */
  lastDay: v.optional(text, ''),
});

/** The state of the public log. Every write to the log replaces this document in the same write. */
export type LogHead = v.InferOutput<typeof headSchema>;

const emptyHead: LogHead = {
  format: logFormat,
  origin: '',
  size: 0,
  chunk: 1,
  edge: [],
  checkpoint: '',
  signedSizes: [],
  keys: [],
  signedAt: 0,
  payouts: { day: '', paidCents: 0, reversedCents: 0 },
  lastDay: '',
};

/**
 * Reads the log's state.
 *
 * @throws when the stored head is invalid: nothing may be published on top of it
 */
export const readHead = (stored: Data | undefined): LogHead =>
  stored === undefined ? emptyHead : v.parse(headSchema, stored);

export const linesOfHead = ({ size, chunk }: LogHead): StoredFile => ({ length: size, chunk });

export const readEdge = ({ size, edge }: LogHead): Edge =>
  size === 0 ? emptyEdge : { size, hashes: edge.map((hex) => bytesOfHex(hex) as Hash) };

/**
 * Signs the head of the tree with this edge.
 *
 * @param signers at least one; all have the log's origin as their name
 */
export async function signedHead(
  head: LogHead,
  edge: Edge,
  signers: readonly NoteSigner[],
  now: number,
): Promise<LogHead> {
  const { size, hashes } = edge;
  const origin = signers[0]?.name ?? '';
  const signed = checkpointText({ origin, size, root: rootOf(edge) });
  const signatures = await Promise.all(signers.map((signer) => signNote(signed, signer)));
  const full = size - (size % TILE_WIDTH);
  return {
    ...head,
    origin,
    size,
    edge: hashes.map(hexOf),
    checkpoint: writeNote({ text: signed, signatures }),
    signedSizes: [...head.signedSizes, size].filter((each) => each > full),
    keys: signers.map(formatVkey),
    signedAt: now,
  };
}

const chunkSchema = v.object({ text });

export const readChunk = (stored: Data | undefined): string =>
  stored === undefined ? '' : v.parse(chunkSchema, stored).text;
