import type { StoredBookDay } from '@datchain/shared/contracts/documents/book-day.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { listUids } from '@datchain/shared/domain/public-log/events.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { NoteSigner } from '@datchain/tlog/note.ts';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { BookDays } from '../stores/book-days.ts';
import { type DocumentStore, put, together, type Versioned } from '../stores/document-store.ts';
import { type RetryOptions, retryOnConflict } from '../stores/retry-on-conflict.ts';
import type { Unnumbered } from '../stores/unnumbered.ts';
import { closingEvents, readUnpublishedDays } from './closing-lines.ts';
import { type LogHead, readHead } from './head.ts';
import { readNext } from './next-entries.ts';
import { readPeople } from './people.ts';
import type { DescribedEntry } from './read-entries.ts';
import { writeLines } from './write-lines.ts';

export interface PublishNeeds {
  readonly store: DocumentStore;
  readonly unnumbered: Unnumbered;
  readonly bookDays: Pick<BookDays, 'closed'>;
  readonly clock: Clock;
  /** Signers of each checkpoint, at least one; their name is the log's origin. */
  readonly signers: readonly NoteSigner[];
}

export interface PublishOptions extends Pick<RetryOptions, 'pause'> {
  readonly atOnce?: number;
  readonly mostWrites?: number;
}

export interface Published {
  readonly entries: number;
  readonly lines: number;
  readonly unpublished: readonly string[];
}

/** Keeps the lines and people of one write, each a document, far below Firestore's limit. */
const MAX_ENTRIES_PER_WRITE = 120;
const MAX_LINES_PER_WRITE = 400;
const MAX_WRITES = 100;

/** Returns the first entries that fit into one write, at least one. */
function fitting(entries: readonly DescribedEntry[], most: number): DescribedEntry[] {
  let lines = 0;
  return entries.slice(0, most).filter(({ events }, index) => {
    lines += events.length;
    return index === 0 || lines <= MAX_LINES_PER_WRITE;
  });
}

function payoutLine({ payouts }: LogHead, today: string, now: number): LogEvent[] {
  const { day, paidCents, reversedCents } = payouts;
  const isOver = day < today && paidCents + reversedCents > 0;
  return isOver ? [{ at: now, kind: 'payouts', fields: { day, paidCents, reversedCents } }] : [];
}

function payoutsWith(head: LogHead, entries: readonly DescribedEntry[], today: string) {
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

/** Assigns each entry the number of its first line; 0 for an entry without lines. */
function numberEntries(entries: readonly DescribedEntry[], first: number): Map<string, number> {
  let next = first;
  return new Map(
    entries.map(({ id, events }) => {
      const number = events.length > 0 ? next : 0;
      next += events.length;
      return [id, number];
    }),
  );
}

/** @throws when the log has been published under another name: a mix of two logs' signatures proves nothing */
function refuseOtherOrigin({ origin }: LogHead, signers: readonly NoteSigner[]): void {
  const other = signers.find(({ name }) => name !== origin);
  if (origin === '' || !other) return;
  throw new Error(
    `The public log is published as ${origin}, which never changes, but PUBLIC_LOG_ORIGIN is ${other.name}.`,
  );
}

interface Ready {
  readonly stored: Versioned | undefined;
  readonly head: LogHead;
  readonly entries: readonly DescribedEntry[];
  readonly days: readonly StoredBookDay[];
  readonly numbers: ReadonlyMap<string, number>;
}

interface Numbered {
  readonly lines: number;
  readonly numbers: ReadonlyMap<string, number>;
}

/**
 * Writes entries' lines, their numbers in the journal and the new head with its checkpoint, all or nothing. The
 * write is conditional on the head and the entries as read; any publication in between changes one of them.
 */
async function write(
  { store, clock, signers }: PublishNeeds,
  { stored, head, entries, days, numbers: before }: Ready,
): Promise<Numbered | 'conflict'> {
  const now = clock.now();
  const today = utcDay(now);
  const dayOver = [...payoutLine(head, today, now), ...days.flatMap(closingEvents)];
  const events = [...dayOver, ...entries.flatMap((entry) => entry.events)];
  const tailPath = docs.publicLogChunk(head.chunk);
  const [people, tails] = await Promise.all([
    readPeople(store, listUids(events)),
    store.read([tailPath]),
  ]);
  const numbers = numberEntries(entries, head.size + dayOver.length + 1);
  const names = {
    commitmentOf: people.commitmentOf,
    numberOf: (id: string) => get(numbers.get(id) ?? before.get(id)),
  };
  const tail = tails.get(tailPath);
  const written = await writeLines({ head, events, names, tail }, signers, now);
  const data = {
    ...written.head,
    payouts: payoutsWith(head, entries, today),
    lastDay: days.at(-1)?.date ?? head.lastDay,
  };
  const path = docs.publicLogHead;
  const numbered = entries.map(({ id, version }) => ({
    path: docs.entry(id),
    data: { seq: get(numbers.get(id)) },
    version,
  }));
  const outcome = await store.write(
    together([written.batch, people, put(path, data, stored), { replace: numbered }]),
  );
  return outcome === 'written' ? { lines: events.length, numbers } : 'conflict';
}

function get(number: number | undefined): number {
  if (number === undefined) throw new Error('unreachable: what is corrected comes first');
  return number;
}

interface Run {
  readonly unpublished: Map<string, string>;
  /** Entries that were read and did not fit into the previous write; dropped on a conflict. */
  waiting: readonly DescribedEntry[];
  readonly numbers: Map<string, number>;
}

type Step = { entries: number; lines: number; isDone: boolean };
const nothingLeft: Step = { entries: 0, lines: 0, isDone: true };

async function publishSome(
  needs: PublishNeeds,
  { atOnce = MAX_ENTRIES_PER_WRITE, ...options }: PublishOptions,
  run: Run,
): Promise<Step> {
  const { store, bookDays, clock, signers } = needs;
  const leaveIt = () => {
    log.warn('The public log is being written by another process', {});
    return nothingLeft;
  };
  const attempt = async (): Promise<Step | 'conflict'> => {
    const stored = (await store.read([docs.publicLogHead])).get(docs.publicLogHead);
    const head = readHead(stored?.data);
    refuseOtherOrigin(head, signers);
    if (run.waiting.length === 0) {
      const next = await readNext(needs, atOnce, run.unpublished);
      run.waiting = next.waiting;
      for (const [id, number] of next.numbers) run.numbers.set(id, number);
    }
    const entries = fitting(run.waiting, atOnce);
    const isDayOver = payoutLine(head, utcDay(clock.now()), clock.now()).length > 0;
    const days = await readUnpublishedDays(bookDays, head.lastDay);
    if (entries.length === 0 && days.length === 0 && !isDayOver) return nothingLeft;
    const written = await write(needs, { stored, head, entries, days, numbers: run.numbers });
    run.waiting = written === 'conflict' ? [] : run.waiting.slice(entries.length);
    if (written === 'conflict') return written;
    for (const [id, number] of written.numbers) run.numbers.set(id, number);
    return { entries: entries.length, lines: written.lines, isDone: false };
  };
  return retryOnConflict(leaveIt, attempt, options);
}

/**
 * Publishes what the journal has and the public log lacks: numbers each entry and writes its lines. It may be
 * killed anywhere and run many times at once: no line is lost, repeated or renumbered. Published lines never
 * change, whatever comes late.
 *
 * @throws when the store cannot be read or written; earlier writes stay
 */
export async function publishLog(
  needs: PublishNeeds,
  options: PublishOptions = {},
): Promise<Published> {
  const { mostWrites = MAX_WRITES } = options;
  const run: Run = { unpublished: new Map(), waiting: [], numbers: new Map() };
  const done = { entries: 0, lines: 0 };
  for (let writes = 0; writes < mostWrites; writes++) {
    const step = await publishSome(needs, options, run);
    if (step.isDone) break;
    done.entries += step.entries;
    done.lines += step.lines;
  }
  return { ...done, unpublished: [...run.unpublished].map(([id, problem]) => `${id}: ${problem}`) };
}
