import { setTimeout as sleep } from 'node:timers/promises';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { utcDay } from '@datchain/shared/domain/books/lots.ts';
import { uidsOf } from '@datchain/shared/domain/public-log/events.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { DocumentStore, Versioned } from '../stores/document-store.ts';
import type { Unnumbered } from '../stores/unnumbered.ts';
import { type LogHead, readHead } from './head.ts';
import { readPeople } from './people.ts';
import { readEntries, type ToldEntry } from './read-entries.ts';
import type { Signer } from './signer.ts';
import { writeLines } from './write-lines.ts';

export interface PublishNeeds {
  readonly store: DocumentStore;
  readonly unnumbered: Unnumbered;
  readonly clock: Clock;
  readonly signer: Signer;
}

export interface PublishOptions {
  /** Entries numbered in one write. */
  readonly atOnce?: number;
  /** Writes of one run. What is left over waits for the next one. */
  readonly mostWrites?: number;
  /** Waits before a write that met another one is tried again. */
  readonly pause?: (millis: number) => Promise<unknown>;
}

export interface Published {
  readonly entries: number;
  readonly lines: number;
  /** Entries that the log cannot tell, in words. */
  readonly untold: readonly string[];
}

/** So that lines and people of one write, each a document, stay far below what Firestore takes. */
const ENTRIES_AT_ONCE = 120;
const LINES_AT_ONCE = 400;
/** More of one millisecond than this come as they are read: memory has its limits. */
const MOST_READ = 3_000;
const MOST_WRITES = 100;
const ATTEMPTS = 8;

/** Oldest first; changes of an edition in the same millisecond in the order of its versions. */
const inOrder = (a: ToldEntry, b: ToldEntry): number =>
  a.at - b.at || a.editionVersion - b.editionVersion || (a.id < b.id ? -1 : 1);

/** As many entries as fit into one write; one at least. */
function fitting(entries: readonly ToldEntry[], most: number): ToldEntry[] {
  let lines = 0;
  return entries.slice(0, most).filter(({ events }, index) => {
    lines += events.length;
    return index === 0 || lines <= LINES_AT_ONCE;
  });
}

/**
 * The next entries in their order. Those of the last millisecond that was read are left for later:
 * there may be more of it, which belong in front of them.
 */
async function readNext(
  { store, unnumbered }: PublishNeeds,
  atOnce: number,
  untold: Map<string, string>,
): Promise<ToldEntry[]> {
  for (let limit = atOnce + 1; ; limit *= 2) {
    const ids = await unnumbered.list(limit + untold.size);
    const isAll = ids.length < limit + untold.size;
    const read = await readEntries(
      store,
      ids.filter((id) => !untold.has(id)),
    );
    for (const { id, problem } of read.untold) untold.set(id, problem);
    const waiting = read.told.filter(({ seq }) => seq === null).sort(inOrder);
    const last = waiting.at(-1)?.at;
    const next = isAll ? waiting : waiting.filter(({ at }) => at !== last);
    if (isAll || next.length > 0) return next;
    if (limit > MOST_READ) return waiting;
  }
}

/** The line about the payouts of a day that is over. */
function payoutLine({ payouts }: LogHead, today: string, now: number): LogEvent[] {
  const { day, paidCents, reversedCents } = payouts;
  const isOver = day < today && paidCents + reversedCents > 0;
  return isOver ? [{ at: now, kind: 'payouts', fields: { day, paidCents, reversedCents } }] : [];
}

/** The payouts of the day of publishing, with those of these entries. */
function payoutsWith(head: LogHead, entries: readonly ToldEntry[], today: string) {
  const { day, paidCents, reversedCents } = head.payouts;
  const sums =
    day < today
      ? { day: today, paidCents: 0, reversedCents: 0 }
      : { day, paidCents, reversedCents };
  for (const { payout } of entries) {
    sums.paidCents += payout?.paidCents ?? 0;
    sums.reversedCents += payout?.reversedCents ?? 0;
  }
  return sums;
}

/** The number of the first line of each entry; 0 for one without lines. */
function numbersOf(entries: readonly ToldEntry[], first: number): Map<ToldEntry, number> {
  let next = first;
  return new Map(
    entries.map((entry) => {
      const number = entry.events.length > 0 ? next : 0;
      next += entry.events.length;
      return [entry, number];
    }),
  );
}

async function readTails(store: DocumentStore, { lines, checkpoints }: LogHead) {
  const paths = {
    lines: docs.publicLogChunk('lines', lines.chunk),
    checkpoints: docs.publicLogChunk('checkpoints', checkpoints.chunk),
  };
  const found = await store.read(Object.values(paths));
  return { lines: found.get(paths.lines), checkpoints: found.get(paths.checkpoints) };
}

interface Ready {
  readonly stored: Versioned | undefined;
  readonly head: LogHead;
  readonly entries: readonly ToldEntry[];
}

/**
 * Writes entries' lines, their checkpoint, their numbers in the journal and the new head: all or
 * nothing. It hangs on the head and on the entries as they were read: whoever else has published
 * since then has changed one of them.
 */
async function write({ store, clock, signer }: PublishNeeds, { stored, head, entries }: Ready) {
  const now = clock.now();
  const today = utcDay(now);
  const dayOver = payoutLine(head, today, now);
  const events = [...dayOver, ...entries.flatMap((entry) => entry.events)];
  const [people, tails] = await Promise.all([
    readPeople(store, uidsOf(events)),
    readTails(store, head),
  ]);
  const { commitmentOf } = people;
  const written = writeLines({ head, events, commitmentOf, tails }, signer, now);
  const data = { ...written.head, payouts: payoutsWith(head, entries, today) };
  const numbers = numbersOf(entries, head.lines.length + dayOver.length + 1);
  const path = docs.publicLogHead;
  const outcome = await store.write({
    create: [...written.create, ...people.create, ...(stored ? [] : [{ path, data }])],
    replace: [
      ...written.replace,
      ...(stored ? [{ path, data, version: stored.version }] : []),
      ...[...numbers].map(([{ id, version }, seq]) => ({
        path: docs.entry(id),
        data: { seq },
        version,
      })),
    ],
    increment: [],
  });
  return outcome === 'written' ? events.length : 'conflict';
}

/** What one run remembers between its writes. */
interface Run {
  /** Entries that the log cannot tell, with the reason. */
  readonly untold: Map<string, string>;
  /** Entries that were read and did not fit into the write before; forgotten when anything changed. */
  waiting: ToldEntry[];
}

type Step = { entries: number; lines: number; isDone: boolean };

/** One write of the next entries, tried until nobody else is in between. */
async function publishSome(
  needs: PublishNeeds,
  { atOnce = ENTRIES_AT_ONCE, pause = (millis) => sleep(millis) }: PublishOptions,
  run: Run,
): Promise<Step> {
  const { store, clock } = needs;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = (await store.read([docs.publicLogHead])).get(docs.publicLogHead);
    const head = readHead(stored?.data);
    if (run.waiting.length === 0) run.waiting = await readNext(needs, atOnce, run.untold);
    const entries = fitting(run.waiting, atOnce);
    const isDayOver = payoutLine(head, utcDay(clock.now()), clock.now()).length > 0;
    if (entries.length === 0 && !isDayOver) return { entries: 0, lines: 0, isDone: true };
    const lines = await write(needs, { stored, head, entries });
    run.waiting = lines === 'conflict' ? [] : run.waiting.slice(entries.length);
    if (lines !== 'conflict') return { entries: entries.length, lines, isDone: false };
    await pause(20 * 2 ** attempt);
  }
  log.warn('The public log is being written by somebody else', {});
  return { entries: 0, lines: 0, isDone: true };
}

/**
 * Publishes what the journal has and the public log has not: gives each entry its number and writes
 * its lines. May be killed anywhere and run by many at once: no line is lost, doubled or numbered
 * anew, and what is published stays as it is, whatever comes late.
 *
 * @throws when the store cannot be read or written; what was written until then stays
 */
export async function publishLog(
  needs: PublishNeeds,
  options: PublishOptions = {},
): Promise<Published> {
  const { mostWrites = MOST_WRITES } = options;
  const run: Run = { untold: new Map(), waiting: [] };
  const done = { entries: 0, lines: 0 };
  for (let writes = 0; writes < mostWrites; writes++) {
    const step = await publishSome(needs, options, run);
    if (step.isDone) break;
    done.entries += step.entries;
    done.lines += step.lines;
  }
  return { ...done, untold: [...run.untold].map(([id, problem]) => `${id}: ${problem}`) };
}
