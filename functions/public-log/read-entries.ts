import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { listLogEvents, publicEvent } from '@datchain/shared/domain/public-log/events.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { EntryContext, LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { type PaidOut, readPaidOut } from '@datchain/shared/domain/public-log/money-events.ts';
import * as v from 'valibot';
import type { Data, DocumentStore, Versioned } from '../stores/document-store.ts';

const entrySchema = v.object({
  kind: v.string(),
  at: v.number(),
  postings: v.array(v.object({ account: v.string(), asset: v.string(), delta: v.number() })),
  touched: v.array(v.string()),
  refs: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  seq: v.nullable(v.number()),
});

export interface DescribedEntry {
  readonly id: string;
  readonly version: unknown;
  readonly at: number;
  readonly events: readonly LogEvent[];
  readonly payout: PaidOut | undefined;
  /** Number of its first line, or 0 if it has none; null until it is numbered. */
  readonly seq: number | null;
  /** The edition's version after the entry; 0 if it is about no edition. */
  readonly editionVersion: number;
}

/** An entry that the log cannot describe: a person has to check it; the others continue. */
export interface UndescribedEntry {
  readonly id: string;
  readonly problem: string;
}

type Read = v.InferOutput<typeof entrySchema>;

const isOfDat = ({ kind, touched }: Read): boolean =>
  touched.some((one) => one.startsWith('dat:')) && kind !== 'streams-distributed';

/** Lines to read at once: a DAT older than the journal has many, other entries one. */
const OPENING_BATCH_SIZE = 50;
const lineBatchSize = ({ kind }: Read): number => (kind === 'opening-dat' ? OPENING_BATCH_SIZE : 2);

const eventPaths = (id: string, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => docs.datEvent(id, from + index));

class Documents {
  readonly #store: DocumentStore;
  readonly #known = new Map<string, Versioned | undefined>();

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  async fetch(paths: readonly string[]): Promise<void> {
    const missing = [...new Set(paths)].filter((path) => !this.#known.has(path));
    for (let start = 0; start < missing.length; start += READ_BATCH_SIZE) {
      const some = missing.slice(start, start + READ_BATCH_SIZE);
      const found = await this.#store.read(some);
      for (const path of some) this.#known.set(path, found.get(path));
    }
  }

  get = (path: string): Versioned | undefined => this.#known.get(path);

  async history(id: string, atOnce: number): Promise<Data[]> {
    const history: Data[] = [];
    for (;;) {
      const path = docs.datEvent(id, history.length);
      if (!this.#known.has(path)) await this.fetch(eventPaths(id, history.length, atOnce));
      const stored = this.get(path);
      if (!stored) return history;
      history.push(stored.data);
    }
  }
}

const READ_BATCH_SIZE = 400;

interface Context {
  readonly history: readonly Data[];
  readonly dat: Data | undefined;
}

async function readContext(documents: Documents, id: string, entry: Read): Promise<Context> {
  if (!isOfDat(entry)) return { history: [], dat: undefined };
  const history = await documents.history(id, lineBatchSize(entry));
  const first = readDatEvent(history[0]);
  if (first?.kind !== 'released') return { history, dat: undefined };
  const path = docs.datGuard(first.datId);
  await documents.fetch([path]);
  return { history, dat: documents.get(path)?.data };
}

function parseContext({ history, dat }: Context): EntryContext {
  const events = history.map((line): DatEvent => {
    const event = readDatEvent(line);
    if (!event) throw new Error('A line of its history cannot be read');
    return event;
  });
  return { history: events, dat: readDatGuard(dat) };
}

function describe(id: string, { stored, entry }: Found, read: Context): DescribedEntry {
  const { at, seq } = entry;
  const context = parseContext(read);
  const events = listLogEvents({ id, ...entry }, context);
  // Formats each line now, so that one that cannot be written is found before the others are numbered.
  const names = { commitmentOf: () => '0'.repeat(64), numberOf: () => 0 };
  for (const event of events) logLine(1, publicEvent(event, names));
  const payout = readPaidOut({ id, ...entry });
  const editionVersion = context.history[0]?.version ?? 0;
  return { id, version: stored.version, at, seq, events, payout, editionVersion };
}

interface Found {
  readonly stored: Versioned;
  readonly entry: Read;
}

/**
 * Reads entries with their lines for the log. Entries that it cannot describe are listed as `undescribed`, and the
 * others continue.
 *
 * @throws when the store cannot be read
 */
export async function readEntries(store: DocumentStore, ids: readonly string[]) {
  const documents = new Documents(store);
  await documents.fetch(ids.map(docs.entry));
  const described: DescribedEntry[] = [];
  const undescribed: UndescribedEntry[] = [];
  const read: ({ id: string } & Found)[] = [];
  for (const id of ids) {
    const stored = documents.get(docs.entry(id));
    const entry = v.safeParse(entrySchema, stored?.data);
    if (stored && entry.success) read.push({ id, stored, entry: entry.output });
    else if (stored) undescribed.push({ id, problem: 'It is not a journal entry' });
  }
  await documents.fetch(
    read
      .filter(({ entry }) => isOfDat(entry) && entry.kind !== 'opening-dat')
      .flatMap(({ id, entry }) => eventPaths(id, 0, lineBatchSize(entry))),
  );
  for (const { id, ...found } of read) {
    const context = await readContext(documents, id, found.entry);
    try {
      described.push(describe(id, found, context));
    } catch (error) {
      undescribed.push({ id, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return { described, undescribed };
}
