import { docs } from '@datchain/shared/contracts/paths.ts';
import { type LogNames, publicEvent } from '@datchain/shared/domain/public-log/events.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { appendLeaf, leafHash } from '@datchain/tlog/merkle.ts';
import type { NoteSigner } from '@datchain/tlog/note.ts';
import type { Batch, Versioned } from '../stores/document-store.ts';
import { type LogHead, readChunk, readEdge, signedHead } from './head.ts';

/** Size in bytes at which a document is full; a batch of lines goes whole into one document. */
const MAX_CHUNK_BYTES = 128 * 1024;

function chunkWrite(last: number, text: string, tail: Versioned | undefined) {
  const before = readChunk(tail?.data);
  if (tail && before.length < MAX_CHUNK_BYTES) {
    const path = docs.publicLogChunk(last);
    return {
      chunk: last,
      batch: { replace: [{ path, data: { text: before + text }, version: tail.version }] },
    };
  }
  const chunk = tail ? last + 1 : last;
  const path = docs.publicLogChunk(chunk);
  return { chunk, batch: { create: [{ path, data: { text } }] } };
}

export interface NewLines {
  readonly head: LogHead;
  readonly events: readonly LogEvent[];
  readonly names: LogNames;
  readonly tail: Versioned | undefined;
}

/**
 * Appends events as lines and signs the new tree.
 *
 * @returns the new head and the documents to write; nothing changes without events
 */
export async function writeLines(
  { head, events, names, tail }: NewLines,
  signers: readonly NoteSigner[],
  now: number,
): Promise<{ head: LogHead; batch: Batch }> {
  if (events.length === 0) return { head, batch: {} };
  let edge = readEdge(head);
  let text = '';
  for (const event of events) {
    const line = logLine(edge.size + 1, publicEvent(event, names));
    edge = appendLeaf(edge, leafHash(bytesOfText(line)));
    text += line;
  }
  const { chunk, batch } = chunkWrite(head.chunk, text, tail);
  return { head: await signedHead({ ...head, chunk }, edge, signers, now), batch };
}
