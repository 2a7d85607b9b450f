import { docs } from '@datchain/shared/contracts/paths.ts';
import { type LogNames, publicEvent } from '@datchain/shared/domain/public-log/events.ts';
import { checkpointLine, logLine, signedText } from '@datchain/shared/domain/public-log/lines.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import type { Batch, Versioned } from '../stores/document-store.ts';
import { type LogFile, type LogHead, readChunk } from './head.ts';
import { type Signer, sha256 } from './signer.ts';

/** A document is full at this many bytes; a batch of lines goes whole into one document. */
const FULL_BYTES = 128 * 1024;

type Name = 'lines' | 'checkpoints';

/** Lines that follow a file's last one: the file as it then is. */
interface Appended {
  readonly file: LogFile;
  readonly text: string;
}

/** Numbers and chains events behind the last line. */
function appendEvents(file: LogFile, events: readonly LogEvent[], names: LogNames): Appended {
  let { length, hash } = file;
  let text = '';
  for (const event of events) {
    length += 1;
    const line = logLine(length, publicEvent(event, names), hash);
    hash = sha256(line);
    text += line;
  }
  return { file: { ...file, length, hash }, text };
}

/** Signs how long the log is and what its last line was. */
function appendCheckpoint(file: LogFile, lines: LogFile, signer: Signer, now: number): Appended {
  const checkpoint = {
    number: file.length + 1,
    length: lines.length,
    head: lines.hash,
    at: new Date(now).toISOString(),
    key: signer.id,
    prev: file.hash,
  };
  const text = checkpointLine(checkpoint, signer.sign(signedText(checkpoint)));
  return { file: { ...file, length: checkpoint.number, hash: sha256(text) }, text };
}

/**
 * The write that adds a text to a file: to its last document, or to a new one when that is full.
 */
function chunkWrite(name: Name, { file, text }: Appended, tail: Versioned | undefined) {
  const before = readChunk(tail?.data);
  if (tail && before.length < FULL_BYTES) {
    const path = docs.publicLogChunk(name, file.chunk);
    return { file, replace: [{ path, data: { text: before + text }, version: tail.version }] };
  }
  const chunk = tail ? file.chunk + 1 : file.chunk;
  const path = docs.publicLogChunk(name, chunk);
  return { file: { ...file, chunk }, create: [{ path, data: { text } }] };
}

export interface NewLines {
  readonly head: LogHead;
  readonly events: readonly LogEvent[];
  readonly names: LogNames;
  readonly tails: { readonly [name in Name]: Versioned | undefined };
}

/**
 * Appends events as lines, and a checkpoint behind them, so that the log always ends with one.
 *
 * @returns the head as it then is, and the documents to write; nothing changes without events
 */
export function writeLines(
  { head, events, names, tails }: NewLines,
  signer: Signer,
  now: number,
): { head: LogHead } & Pick<Batch, 'create' | 'replace'> {
  if (events.length === 0) return { head, create: [], replace: [] };
  const lines = appendEvents(head.lines, events, names);
  const signed = appendCheckpoint(head.checkpoints, lines.file, signer, now);
  const writes = {
    lines: chunkWrite('lines', lines, tails.lines),
    checkpoints: chunkWrite('checkpoints', signed, tails.checkpoints),
  };
  const { id, publicKey } = signer;
  const isKnown = head.keys.some((key) => key.id === id);
  return {
    head: {
      ...head,
      lines: writes.lines.file,
      checkpoints: writes.checkpoints.file,
      signedAt: now,
      keys: isKnown ? head.keys : [...head.keys, { id, publicKey }],
    },
    create: [...(writes.lines.create ?? []), ...(writes.checkpoints.create ?? [])],
    replace: [...(writes.lines.replace ?? []), ...(writes.checkpoints.replace ?? [])],
  };
}
