import { docs } from '@datchain/shared/contracts/paths.ts';
import { checkLog } from '@datchain/shared/domain/public-log/check.ts';
import type { LogKey } from '@datchain/shared/domain/public-log/keys.ts';
import type { Clock } from '../clock.ts';
import { compareLog } from '../public-log/compare-log.ts';
import { readHead } from '../public-log/head.ts';
import { nodeProofs } from '../public-log/node-proofs.ts';
import { publishLog } from '../public-log/publish.ts';
import { signerOf } from '../public-log/signer.ts';
import { storedLines } from '../public-log/stored-lines.ts';
import type { Services } from '../services.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import type { MemoryStore } from '../stores/memory-store.ts';
import type { Unnumbered } from '../stores/unnumbered.ts';

export const testSigner = signerOf('07'.repeat(32));

/** What functions/stores/unnumbered.ts asks of Firestore, of a memory store. */
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

/** A publisher of its own process; `store` is the memory store as that process reaches it. */
export function memoryPublisher(memory: MemoryStore, store: DocumentStore, clock: Clock) {
  const needs = { store, unnumbered: memoryUnnumbered(memory), clock, signer: testSigner };
  return (atOnce = 7) => publishLog(needs, { atOnce, mostWrites: 1e6, pause: () => turns(3) });
}

/** Before anything was published. */
export const nothing: StoredLog = { log: '', checkpoints: '', keys: [] };

export interface StoredLog {
  readonly log: string;
  readonly checkpoints: string;
  readonly keys: readonly LogKey[];
}

/** The log as it is stored now. */
export async function readLog(store: DocumentStore): Promise<StoredLog> {
  const head = readHead((await store.read([docs.publicLogHead])).get(docs.publicLogHead)?.data);
  const all = async (name: 'lines' | 'checkpoints') => {
    let text = '';
    for await (const line of storedLines(store, name, head[name])) text += line;
    return text;
  };
  return { log: await all('lines'), checkpoints: await all('checkpoints'), keys: head.keys };
}

export const linesOf = ({ log }: Pick<StoredLog, 'log'>): Record<string, unknown>[] =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

type Line = Record<string, unknown>;

const hasSame = (a: Line, b: Line, names: readonly string[]): boolean =>
  names.every((name) => a[name] === b[name]);

/** By kind of correction, whether a line is one that it may take back. */
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

/** Corrections that name no line before them that they may take back; 0 where there is none. */
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

async function* rawLines(text: string): AsyncGenerator<string> {
  yield* text.match(/[^\n]*\n/g) ?? [];
}

/**
 * What is wrong with a log, in words: by its own hashes and signatures, by what was published
 * before, and by the journal, of which every entry must be in it now.
 */
export async function brokenLog(
  services: Pick<Services, 'store' | 'entries'>,
  before: StoredLog,
): Promise<string[]> {
  const now = await readLog(services.store);
  const verdict = await checkLog(
    {
      log: rawLines(now.log),
      checkpoints: rawLines(now.checkpoints),
      keys: new Map(now.keys.map(({ id, publicKey }) => [id, publicKey])),
    },
    nodeProofs,
  );
  return [
    ...(verdict.ok ? [] : [JSON.stringify(verdict)]),
    ...(now.log.startsWith(before.log) ? [] : ['a published line was changed']),
    ...(now.checkpoints.startsWith(before.checkpoints) ? [] : ['a checkpoint was changed']),
    ...wrongCorrections(linesOf(now)),
    ...(await compareLog(services, -1)),
  ];
}

/** A store that dies at one of its writes, right before or right after it took effect. */
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
