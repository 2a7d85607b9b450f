import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { eventsOf, publicEvent } from '@datchain/shared/domain/public-log/events.ts';
import { logLine, noHash } from '@datchain/shared/domain/public-log/lines.ts';
import type { EntryContext, LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { type PaidOut, payoutOf } from '@datchain/shared/domain/public-log/money-events.ts';
import * as v from 'valibot';
import type { DocumentStore, Versioned } from '../stores/document-store.ts';

const entrySchema = v.object({
  kind: v.string(),
  at: v.number(),
  postings: v.array(v.object({ account: v.string(), asset: v.string(), delta: v.number() })),
  touched: v.array(v.string()),
  seq: v.nullable(v.number()),
});

/** A journal entry with what the log tells of it. */
export interface ToldEntry {
  readonly id: string;
  readonly version: unknown;
  readonly at: number;
  readonly events: readonly LogEvent[];
  readonly payout: PaidOut | undefined;
  /** Null until it is numbered: the first of its lines, or 0 when it has none of its own. */
  readonly seq: number | null;
  /** The edition's version that it led to; 0 when it is about none. */
  readonly editionVersion: number;
}

/** An entry that the log cannot tell: a person has to look at it, the others go on. */
export interface UntoldEntry {
  readonly id: string;
  readonly problem: string;
}

/** Lines of an entry's history are read so many at once until there is none. */
async function readHistory(store: DocumentStore, id: string, atOnce: number): Promise<DatEvent[]> {
  const history: DatEvent[] = [];
  for (let start = 0; ; start += atOnce) {
    const paths = Array.from({ length: atOnce }, (_, index) => docs.datEvent(id, start + index));
    const found = await store.read(paths);
    for (const path of paths) {
      const stored = found.get(path);
      if (!stored) return history;
      const event = readDatEvent(stored.data);
      if (!event) throw new Error(`${path} is no line of a history`);
      history.push(event);
    }
  }
}

async function readContext(
  store: DocumentStore,
  id: string,
  { kind, touched }: v.InferOutput<typeof entrySchema>,
): Promise<EntryContext> {
  // Whatever writes a history shows the DAT anew; sharing streams does too, and writes none.
  const isOfDat = touched.some((one) => one.startsWith('dat:')) && kind !== 'streams-distributed';
  if (!isOfDat) return { history: [], dat: undefined };
  // A DAT from before the journal brings many along, everything else has one.
  const history = await readHistory(store, id, kind === 'opening-dat' ? 50 : 2);
  const [first] = history;
  if (first?.kind !== 'released') return { history, dat: undefined };
  const path = docs.datGuard(first.datId);
  return { history, dat: readDatGuard((await store.read([path])).get(path)?.data) };
}

async function tell(store: DocumentStore, id: string, stored: Versioned): Promise<ToldEntry> {
  const entry = { id, ...v.parse(entrySchema, stored.data) };
  const context = await readContext(store, id, entry);
  const events = eventsOf(entry, context);
  // A line that could not be written must not be found out among those that can.
  for (const event of events)
    logLine(
      1,
      publicEvent(event, () => noHash),
      noHash,
    );
  return {
    id,
    version: stored.version,
    at: entry.at,
    seq: entry.seq,
    events,
    payout: payoutOf(entry),
    editionVersion: context.history[0]?.version ?? 0,
  };
}

const AT_ONCE = 20;

/** Reads entries, in any order, with what the log has to tell of them. */
export async function readEntries(store: DocumentStore, ids: readonly string[]) {
  const stored = await store.read(ids.map(docs.entry));
  const told: ToldEntry[] = [];
  const untold: UntoldEntry[] = [];
  const queue = ids.values();
  const reader = async () => {
    for (const id of queue) {
      const found = stored.get(docs.entry(id));
      if (!found) continue;
      try {
        told.push(await tell(store, id, found));
      } catch (error) {
        untold.push({ id, problem: error instanceof Error ? error.message : String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return { told, untold };
}
