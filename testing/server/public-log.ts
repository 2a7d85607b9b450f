import type { Clock } from '@datchain/functions/clock.ts';
import { compareLog } from '@datchain/functions/public-log/compare-log.ts';
import { type LogHead, linesOfHead, readHead } from '@datchain/functions/public-log/head.ts';
import { publishLog } from '@datchain/functions/public-log/publish.ts';
import { storedLines } from '@datchain/functions/public-log/stored-lines.ts';
import type { Services } from '@datchain/functions/services.ts';
import type { BookDays } from '@datchain/functions/stores/book-days.ts';
import type { DocumentStore } from '@datchain/functions/stores/document-store.ts';
import type { MemoryStore } from '@datchain/functions/stores/memory-store.ts';
import type { Unnumbered } from '@datchain/functions/stores/unnumbered.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { checkpointText, readCheckpointText } from '@datchain/tlog/checkpoint.ts';
import { readVkey } from '@datchain/tlog/keys.ts';
import { appendLeaf, emptyEdge, leafHash, rootOf } from '@datchain/tlog/merkle.ts';
import { checkSignature, readNote } from '@datchain/tlog/note.ts';
import { noteSigner } from '@datchain/tlog/signer.ts';
import { memoryBookDays } from './memory-book-days.ts';

export const testOrigin = 'datchain.example/data/v1/tlog';
export const testSigner = await noteSigner(testOrigin, 'log', '07'.repeat(32));

export const memoryUnnumbered = (store: MemoryStore): Unnumbered => ({
  async list(limit) {
    return [...store.all(`${docs.journal}/`)]
      .filter(([, { seq }]) => seq === null)
      .map(([path, { at }]) => ({ id: path.slice(docs.journal.length + 1), at: Number(at) }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  },
});

export async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await null;
}

/**
 * Makes a publisher like that of a separate process. `store` is the memory store as that publisher
 * reaches it, such as with faults.
 */
export function memoryPublisher(
  memory: MemoryStore,
  store: DocumentStore,
  clock: Clock,
  bookDays: Pick<BookDays, 'closed'> = memoryBookDays().bookDays,
) {
  const needs = {
    store,
    unnumbered: memoryUnnumbered(memory),
    bookDays,
    clock,
    signers: [testSigner],
  };
  return (atOnce = 7) => publishLog(needs, { atOnce, mostWrites: 1e6, pause: () => turns(3) });
}

export interface StoredLog {
  readonly head: LogHead;
  readonly log: string;
}

export const nothing: StoredLog = { head: readHead(undefined), log: '' };

export async function readLog(store: DocumentStore): Promise<StoredLog> {
  const head = readHead((await store.read([docs.publicLogHead])).get(docs.publicLogHead)?.data);
  let log = '';
  for await (const line of storedLines(store, linesOfHead(head))) log += line;
  return { head, log };
}

export const parseLogLines = ({ log }: Pick<StoredLog, 'log'>): Record<string, unknown>[] =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

type Line = Record<string, unknown>;

const hasSame = (a: Line, b: Line, names: readonly string[]): boolean =>
  names.every((name) => a[name] === b[name]);

const mayCorrect: Readonly<Record<string, (line: Line, original: Line) => boolean>> = {
  'stream-correction': (line, original) =>
    original.kind === 'streams' && hasSame(line, original, ['datId', 'platform', 'day']),
  'payment-correction': (line, original) =>
    Number(line.paidCents) > 0
      ? original.kind === 'payment-correction' && Number(original.paidCents) < 0
      : original.kind === 'token-sale',
  restoration: (line, original) =>
    original.kind === 'takedown' && hasSame(line, original, ['datId']),
};

/** Lists corrections that do not name an earlier line they may take back; 0 means no line. */
export function wrongCorrections(lines: readonly Line[]): string[] {
  return lines.flatMap((line, index) => {
    const fits = mayCorrect[String(line.kind)];
    if (!fits) return 'corrects' in line ? [`line ${index + 1} corrects something`] : [];
    const original = lines.slice(0, index)[Number(line.corrects) - 1];
    const isRight = original
      ? fits(line, original)
      : line.corrects === 0 &&
        line.kind === 'stream-correction' &&
        !lines.some((other) => fits(line, other));
    return isRight ? [] : [`line ${index + 1} corrects ${line.corrects}`];
  });
}

async function wrongCheckpoint({ head, log }: StoredLog): Promise<string[]> {
  const lines = log.match(/[^\n]*\n/g) ?? [];
  if (lines.length === 0) return head.checkpoint === '' ? [] : ['nothing was signed'];
  const edge = lines.map((line) => leafHash(bytesOfText(line))).reduce(appendLeaf, emptyEdge);
  const note = readNote(head.checkpoint);
  const { origin, size } = readCheckpointText(note?.text ?? '') ?? { origin: '', size: 0 };
  const expected = checkpointText({ origin: head.origin, size: lines.length, root: rootOf(edge) });
  if (!note || note.text !== expected) return [`the checkpoint is of ${size} lines of ${origin}`];
  const wrong: string[] = [];
  for (const vkey of head.keys) {
    const key = readVkey(vkey);
    const signed = key && (await checkSignature(note, key));
    if (signed?.is !== 'valid') wrong.push(`${vkey} has not signed`);
  }
  return head.keys.length > 0 ? wrong : ['no key has signed'];
}

/**
 * Lists the faults of a log: in its tree and signatures, against an earlier publication, and
 * against the journal, whose entries must all be in it.
 */
export async function brokenLog(
  services: Pick<Services, 'store' | 'entries'> & Partial<Pick<Services, 'bookDays'>>,
  before: StoredLog,
): Promise<string[]> {
  const now = await readLog(services.store);
  return [
    ...(await wrongCheckpoint(now)),
    ...(now.log.startsWith(before.log) ? [] : ['a published line was changed']),
    ...wrongCorrections(parseLogLines(now)),
    ...(await compareLog({ bookDays: memoryBookDays().bookDays, ...services }, -1)),
  ];
}

export function mortal(store: DocumentStore, at: { write: number; when: 'before' | 'after' }) {
  let writes = 0;
  const isDead = () => writes > at.write || (writes === at.write && at.when === 'before');
  const die = () => {
    throw new Error('killed');
  };
  return {
    ...store,
    async read(paths: readonly string[]) {
      return isDead() ? die() : store.read(paths);
    },
    async write(batch: Parameters<DocumentStore['write']>[0]) {
      writes += 1;
      if (isDead()) die();
      const outcome = await store.write(batch);
      if (writes === at.write) {
        writes += 1;
        die();
      }
      return outcome;
    },
  } satisfies DocumentStore;
}
