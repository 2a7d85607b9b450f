import { docs } from '@datchain/shared/contracts/paths.ts';
import { count } from '@datchain/shared/domain/whole.ts';
import { bytesOfText } from '@datchain/shared/tlog/bytes.ts';
import { appendLeaf, emptyEdge, leafHash } from '@datchain/shared/tlog/merkle.ts';
import type { NoteSigner } from '@datchain/shared/tlog/note.ts';
import * as v from 'valibot';
import { type Data, type DocumentStore, put, type Versioned } from '../stores/document-store.ts';
import { type LogHead, payoutsSchema, readHead, signedHead } from './head.ts';
import { storedLines } from './stored-lines.ts';

const formerFormat = 'datchain-public-log-1';

const fileSchema = v.object({ length: count, chunk: count });

/** The head from the time when lines were chained, and checkpoints were a file of their own. */
const formerSchema = v.object({
  format: v.literal(formerFormat),
  lines: fileSchema,
  checkpoints: fileSchema,
  signedAt: count,
  keys: v.array(v.object({ id: v.string(), publicKey: v.string() })),
  payouts: payoutsSchema,
});

export const isFormerHead = (stored: Data | undefined): boolean => stored?.format === formerFormat;

/** The head of today for a log of the former form: its lines are read and hashed. */
async function migrated(
  store: DocumentStore,
  stored: Data,
  signers: readonly NoteSigner[],
  now: number,
): Promise<LogHead> {
  const { lines, checkpoints, keys, signedAt, payouts } = v.parse(formerSchema, stored);
  let edge = emptyEdge;
  for await (const line of storedLines(store, 'lines', lines)) {
    edge = appendLeaf(edge, leafHash(bytesOfText(line)));
  }
  const head = { ...readHead(undefined), chunk: lines.chunk, signedAt, payouts };
  if (edge.size === 0) return head;
  const members = keys.map(({ id, publicKey }) => ({ id, publicKey }));
  const keysFile = `${JSON.stringify({ format: formerFormat, keys: members })}\n`;
  return signedHead({ ...head, former: { checkpoints, keys: keysFile } }, edge, signers, now);
}

/**
 * Makes a log of the former form one that is a tree. Its lines keep their bytes, and what else was
 * published stays.
 */
export async function migrateLog(
  store: DocumentStore,
  stored: Versioned,
  signers: readonly NoteSigner[],
  now: number,
): Promise<'written' | 'conflict'> {
  const head = await migrated(store, stored.data, signers, now);
  return store.write(put(docs.publicLogHead, head, stored));
}
