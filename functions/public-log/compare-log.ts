import { hash } from 'node:crypto';
import { readPerson } from '@datchain/shared/contracts/documents/log-person.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  correctedBy,
  type LogNames,
  listUids,
  publicEvent,
} from '@datchain/shared/domain/public-log/events.ts';
import { logLine } from '@datchain/shared/domain/public-log/lines.ts';
import type { LogEvent } from '@datchain/shared/domain/public-log/logged-entry.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import { bytesOfText, hexOf } from '@datchain/tlog/bytes.ts';
import { checkpointText } from '@datchain/tlog/checkpoint.ts';
import { appendLeaf, type Edge, emptyEdge, leafHash, rootOf } from '@datchain/tlog/merkle.ts';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { closingEvents } from './closing-lines.ts';
import { type LogHead, linesOfHead, readHead } from './head.ts';
import { type DescribedEntry, readEntries } from './read-entries.ts';
import { storedLines } from './stored-lines.ts';

type Needs = Pick<Services, 'store' | 'entries' | 'bookDays'>;

/** How much older than the last checkpoint an entry without lines may be. */
const MAX_WAIT_MILLIS = HOUR_MILLIS;
const PAGE_SIZE = 500;

class Expected {
  readonly lines = new Map<number, { entryId: string; print: string }>();
  readonly differences: string[] = [];
  paidCents = 0;
  reversedCents = 0;

  add({ id, seq, events, payout }: DescribedEntry, names: LogNames): void {
    if (payout && seq === 0) {
      this.paidCents += payout.paidCents;
      this.reversedCents += payout.reversedCents;
    }
    if (seq === null || (seq === 0 && events.length === 0)) return;
    if (seq === 0) this.differences.push(`log: ${id} has no lines and should have some`);
    for (const corrected of correctedBy(events)) {
      const number = names.numberOf(corrected);
      if (number < 0 || number >= seq) {
        this.differences.push(`log: ${id} corrects ${corrected}, which is not before it`);
      }
    }
    for (const [index, event] of events.entries()) {
      const number = seq + index;
      const other = this.lines.get(number);
      if (other) this.differences.push(`log line ${number}: is of ${other.entryId} and of ${id}`);
      this.lines.set(number, { entryId: id, print: hashLine(number, event, names) });
    }
  }
}

const shortHash = (line: string): string => hash('sha256', line).slice(0, 16);

const hashLine = (number: number, event: LogEvent, names: LogNames): string =>
  shortHash(logLine(number, publicEvent(event, names)));

/** Reads the commitments and line numbers that these entries' lines name; '' and -1 if missing. */
async function readLogNames(
  { store }: Needs,
  entries: readonly DescribedEntry[],
): Promise<LogNames> {
  const events = entries.flatMap((entry) => entry.events);
  const people = listUids(events).map(docs.publicLogPerson);
  const stored = await store.read([...people, ...correctedBy(events).map(docs.entry)]);
  return {
    commitmentOf(uid) {
      const found = stored.get(docs.publicLogPerson(uid));
      return found ? readPerson(found.data).person : '';
    },
    numberOf(entryId) {
      const seq = stored.get(docs.entry(entryId))?.data.seq;
      return typeof seq === 'number' ? seq : -1;
    },
  };
}

async function readExpected(needs: Needs, lateBefore: number): Promise<Expected> {
  const expected = new Expected();
  for await (const page of needs.entries.pages(PAGE_SIZE)) {
    const waiting = page.filter(({ seq }) => seq === null);
    for (const { id, at } of waiting) {
      if (at < lateBefore) expected.differences.push(`log: ${id} is not in it`);
    }
    const numbered = page.filter(({ seq }) => seq !== null);
    const { described, undescribed } = await readEntries(
      needs.store,
      numbered.map(({ id }) => id),
    );
    for (const { id, problem } of undescribed) {
      expected.differences.push(`log: cannot describe ${id}: ${problem}`);
    }
    const names = await readLogNames(needs, described);
    for (const entry of described) expected.add(entry, names);
  }
  return expected;
}

const payoutsSchema = v.object({
  kind: v.literal('payouts'),
  paidCents: v.number(),
  reversedCents: v.number(),
});

const withoutNumber = (line: string): string => line.slice(line.indexOf(','));

const noNames: LogNames = { commitmentOf: () => '', numberOf: () => 0 };

async function readClosings({ bookDays }: Needs, lastDay: string): Promise<Set<string>> {
  const lines = new Set<string>();
  for await (const day of bookDays.closed()) {
    if (day.date > lastDay) break;
    for (const event of closingEvents(day))
      lines.add(withoutNumber(logLine(1, publicEvent(event, noNames))));
  }
  return lines;
}

function hasTree(head: LogHead, edge: Edge): boolean {
  if (edge.size === 0) return head.checkpoint === '' && head.edge.length === 0;
  const signed = checkpointText({ origin: head.origin, size: edge.size, root: rootOf(edge) });
  const isEdge = head.edge.join() === edge.hashes.map(hexOf).join();
  return isEdge && head.checkpoint.startsWith(`${signed}\n— `);
}

async function compareLines(needs: Needs, head: LogHead, expected: Expected) {
  const { lines, differences } = expected;
  let { paidCents, reversedCents } = head.payouts;
  const closings = await readClosings(needs, head.lastDay);
  let edge = emptyEdge;
  for await (const line of storedLines(needs.store, linesOfHead(head))) {
    edge = appendLeaf(edge, leafHash(bytesOfText(line)));
    const number = edge.size;
    const known = lines.get(number);
    const payouts = v.safeParse(payoutsSchema, JSON.parse(line));
    if (known) {
      const isSame = shortHash(line) === known.print;
      if (!isSame) differences.push(`log line ${number}: differs from ${known.entryId}`);
      lines.delete(number);
    } else if (payouts.success) {
      paidCents += payouts.output.paidCents;
      reversedCents += payouts.output.reversedCents;
    } else if (!closings.delete(withoutNumber(line)))
      differences.push(`log line ${number}: no entry knows of it`);
  }
  if (!hasTree(head, edge)) differences.push('log: the head has another tree than the lines');
  if (closings.size > 0) differences.push('log: lines about closed days are missing or different');
  for (const [missing, { entryId }] of lines) {
    differences.push(`log line ${missing}: is missing, ${entryId} should be there`);
  }
  const [is, should] = [
    [paidCents, reversedCents],
    [expected.paidCents, expected.reversedCents],
  ].map((cents) => cents.join(' − '));
  if (is !== should) differences.push(`log payouts: ${is} cents, the journal has ${should}`);
}

/**
 * Compares the public log with the journal. Every entry that belongs in the log is in it once, with the amounts
 * of its postings, and nothing else is.
 *
 * @returns the differences as text
 */
export async function compareLog(needs: Needs, waitingMillis = MAX_WAIT_MILLIS): Promise<string[]> {
  // The head is read first: anything published meanwhile is then in the journal, and no line is missing.
  const stored = (await needs.store.read([docs.publicLogHead])).get(docs.publicLogHead);
  const head = readHead(stored?.data);
  const expected = await readExpected(needs, head.signedAt - waitingMillis);
  for (const number of expected.lines.keys()) {
    if (number > head.size) expected.lines.delete(number);
  }
  await compareLines(needs, head, expected);
  return expected.differences;
}
