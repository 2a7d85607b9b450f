/** The public log and the closed days of a world of copies, made by the product's own code. */

import { closeDays } from '@datchain/functions/public-books/close-days.ts';
import { type LogHead, readHead, signedHead } from '@datchain/functions/public-log/head.ts';
import { makeCommitment } from '@datchain/functions/public-log/people.ts';
import type { DescribedEntry } from '@datchain/functions/public-log/read-entries.ts';
import { type Services, services } from '@datchain/functions/services.ts';
import type { StoredEntry } from '@datchain/functions/stores/journal-entries.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type LogNames, publicEvent } from '@datchain/shared/domain/public-log/events.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { memoryBookDays } from '@datchain/testing/server/memory-book-days.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { appendLeaf, emptyEdge, leafHash } from '@datchain/tlog/merkle.ts';
import { noteSigner } from '@datchain/tlog/signer.ts';
import type { Copies } from './jobs-copies.ts';

export interface Document {
  readonly path: string;
  readonly data: object;
}

const CHUNK_BYTES = 128 * 1024;
const SALT = '5a'.repeat(32);

export const commitmentOf = (uid: string): string => makeCommitment(uid, SALT);
export const salt = SALT;

async function headOf(edge: typeof emptyEdge, chunk: number, now: number): Promise<LogHead> {
  const { publicLogKeys = [], publicLogOrigin = '' } = services().environment;
  const signers = await Promise.all(
    publicLogKeys.map((seed) => noteSigner(publicLogOrigin, 'log', seed)),
  );
  return signedHead({ ...readHead(undefined), chunk }, edge, signers, now);
}

/**
 * Writes the log of all copies, copy by copy.
 *
 * @param described the entries of the cell, in the order of the log
 * @param add takes the log's documents
 * @returns the number of an entry's first line in a copy
 */
export async function makeLog(
  copies: Copies,
  described: readonly DescribedEntry[],
  now: number,
  add: (document: Document) => void,
): Promise<(entryId: string, copy: number) => number> {
  const parts = described.map(({ events }) => copies.split(JSON.stringify(events)));
  const offsets = new Map<string, number>();
  let linesOfCopy = 0;
  for (const { id, events } of described) {
    if (events.length > 0) offsets.set(id, linesOfCopy + 1);
    linesOfCopy += events.length;
  }
  let [edge, chunk, text] = [emptyEdge, 1, ''];
  const flush = () => add({ path: docs.publicLogChunk(chunk), data: { text } });
  for (let copy = 0; copy < copies.count; copy++) {
    const suffix = copies.suffix(copy);
    const numberOf = (id: string) =>
      copy * linesOfCopy + (offsets.get(id.slice(0, -suffix.length)) ?? 0);
    const names: LogNames = { commitmentOf, numberOf };
    for (const part of parts) {
      for (const event of JSON.parse(copies.render(part, copy)) as LogEvent[]) {
        const line = logLine(edge.size + 1, publicEvent(event, names));
        edge = appendLeaf(edge, leafHash(bytesOfText(line)));
        if (text.length >= CHUNK_BYTES) {
          flush();
          chunk += 1;
          text = '';
        }
        text += line;
      }
    }
  }
  flush();
  add({ path: docs.publicLogHead, data: await headOf(edge, chunk, now) });
  return (entryId, copy) => {
    const offset = offsets.get(entryId);
    return offset === undefined ? 0 : copy * linesOfCopy + offset;
  };
}

/** Reads the journal of all copies, entry by entry, without holding it in memory. */
function journalOf(copies: Copies, entries: readonly StoredEntry[]): Services['entries'] {
  const sorted = [...entries].sort((a, b) => a.at - b.at);
  const within = (from: number, until: number) =>
    sorted.filter(({ at }) => at >= from && at < until);
  const own: Pick<Services['entries'], 'nextAt' | 'count' | 'between'> = {
    nextAt: async (from) => sorted.find(({ at }) => at >= from)?.at,
    count: async (from, until) => within(from, until).length * copies.count,
    async *between(from, until) {
      for (const entry of within(from, until)) {
        yield [...copies.all(JSON.stringify(entry))].map((text): StoredEntry => JSON.parse(text));
      }
    },
  };
  return own as Services['entries'];
}

/** Closes the days of all copies until today. */
export async function makeDays(
  copies: Copies,
  entries: readonly StoredEntry[],
  todayMillis: number,
  add: (document: Document) => void,
): Promise<void> {
  const kept = memoryBookDays();
  const emails = async (uids: readonly string[]) =>
    new Map(uids.map((uid) => [uid, `${uid}@bench.test`]));
  const needs = {
    entries: journalOf(copies, entries),
    bookDays: kept.bookDays,
    clock: { now: () => todayMillis + 15 * MINUTE_MILLIS },
    authUsers: { emails },
    connect: { balance: async () => ({ availableCents: 0, pendingCents: 0 }) },
    saltOf: () => SALT.slice(0, 32),
  };
  while ((await closeDays(needs)).days > 0);
  for (const day of kept.days.values()) add({ path: `${docs.bookDays}/${day.date}`, data: day });
  for (const [path, data] of kept.documents) add({ path, data });
}
