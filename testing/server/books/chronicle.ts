import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import type { Data } from '@datchain/functions/stores/document-store.ts';
import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Posting } from '@datchain/shared/domain/books/postings.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { findFigure } from '@datchain/shared/domain/public-books/figures.ts';
import { listLogEvents, publicEvent } from '@datchain/shared/domain/public-log/events.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { MemoryServer } from './memory-server.ts';

export interface Recorded {
  readonly kind: string;
  /** Kinds of lines in the histories of users, in the history of a DAT, and in the public log. */
  readonly movements: readonly string[];
  readonly events: readonly string[];
  readonly lines: readonly string[];
  readonly isInBooks: boolean;
}

export interface Chronicle {
  readonly recorded: readonly Recorded[];
  readonly text: () => string;
  readonly title: (words: string) => void;
  /**
   * Sends an entry twice and records the outcome.
   *
   * @throws when the second one changes anything, or gets a different answer
   */
  readonly say: <Result>(entry: Entry<Result>) => Promise<void>;
}

/** Fields left out because the entry or a test of the door shows them. */
const unsaid = new Set(['inputHash', 'shard', 'kind', 'at', 'postings', 'projected', 'seq']);

const isNothing = (value: unknown): boolean =>
  value === 0 || value === null || (Array.isArray(value) && value.length === 0);

/**
 * Formats the changes of a document as one line: the changed fields; for a new document, the
 * non-empty ones.
 */
function changesIn(
  path: string,
  before: Data | undefined,
  after: Data | undefined,
  show: (value: unknown) => string,
): string {
  if (!after) return `${path} is gone`;
  return fieldsIn(before ? path : `${path} is new`, before, after, show);
}

function fieldsIn(
  name: string,
  before: Data | undefined,
  after: Data,
  show: (value: unknown) => string,
): string {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before ?? {})])]
    .filter((field) => !isDeepStrictEqual(before?.[field], after[field]))
    .filter((field) => before || !isNothing(after[field]))
    .map((field) => `${field} ${show(after[field])}`);
  return `${name}: ${fields.join(', ')}`;
}

function changedPaths(before: ReadonlyMap<string, Data>, after: ReadonlyMap<string, Data>) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

/** Formats postings in order: an amount that leaves an account usually arrives in the next. */
function postingLines(postings: readonly Posting[]): string[] {
  const [from, to, ...others] = postings;
  if (!from) return [];
  return to?.asset === from.asset && to.delta === 0 - from.delta
    ? [`posts ${to.delta} ${to.asset}, ${from.account} → ${to.account}`, ...postingLines(others)]
    : [`posts ${from.delta} ${from.asset}, ${from.account}`, ...postingLines(postings.slice(1))];
}

function figuresMoved(postings: readonly Posting[]): string[] {
  const moved = new Map<string, number>();
  for (const { account, asset, delta } of postings) {
    if (asset !== 'USD') continue;
    const { figure, sign } = findFigure(account);
    moved.set(figure, (moved.get(figure) ?? 0) + sign * delta);
  }
  return [...moved].flatMap(([figure, micros]) => (micros === 0 ? [] : [`${figure} ${micros}`]));
}

function publicLines(entryId: string, all: ReadonlyMap<string, Data>) {
  const stored = all.get(docs.entry(entryId)) as unknown as Parameters<typeof listLogEvents>[0];
  const history: DatEvent[] = [];
  for (let index = 0; all.has(docs.datEvent(entryId, index)); index++) {
    history.push(all.get(docs.datEvent(entryId, index)) as unknown as DatEvent);
  }
  const dat = readDatGuard(all.get(docs.datGuard(history[0]?.datId ?? 'none')));
  const numbers = [...all.keys()].filter((path) => path.startsWith('journal/'));
  const names = {
    commitmentOf: (uid: string) => `[${uid}]`,
    numberOf: (id: string) => numbers.indexOf(docs.entry(id)),
  };
  return listLogEvents({ ...stored, id: entryId }, { history, dat }).map((event) =>
    publicEvent(event, names),
  );
}

const kindsBelow = (pattern: RegExp, paths: readonly string[], all: ReadonlyMap<string, Data>) =>
  paths.filter((path) => pattern.test(path)).map((path) => String(all.get(path)?.kind));

export function chronicle({ services, store, reads }: MemoryServer): Chronicle {
  const parts: string[] = [];
  const recorded: Recorded[] = [];

  const show = (value: unknown): string =>
    JSON.stringify(value, (_, inner) => (inner === services.clock.now() ? 'now' : inner)) ??
    'absent';

  function noteRecorded(entry: Entry, before: ReadonlyMap<string, Data>, looks: number): void {
    const after = store.all();
    const path = docs.entry(entry.id);
    const stored = after.get(path) ?? {};
    const others = changedPaths(before, after).filter((one) => one !== path);
    const postings = stored.postings as Posting[];
    const figures = figuresMoved(postings);
    const lines = publicLines(entry.id, after);
    recorded.push({
      kind: String(stored.kind),
      movements: kindsBelow(/^users\/[^/]+\/movements\//, others, after),
      events: kindsBelow(/^datEvents\//, others, after),
      lines: lines.map(({ kind }) => kind),
      isInBooks: figures.length > 0,
    });
    const said = Object.fromEntries(Object.entries(stored).filter(([field]) => !unsaid.has(field)));
    parts.push(
      [
        `${stored.kind} ${fieldsIn(entry.id, undefined, { input: entry.input, ...said }, show)}`,
        ...(looks > 1 ? [`reads ${looks} times`] : []),
        ...postingLines(postings),
        ...(figures.length > 0 ? [`moves ${figures.join(', ')}`] : []),
        ...lines.map(({ kind, fields }) => `tells everyone ${kind} ${show(fields)}`),
        ...others.map((one) => changesIn(one, before.get(one), after.get(one), show)),
      ].join('\n'),
    );
  }

  return {
    recorded,
    text: () => `${parts.join('\n\n')}\n`,
    title: (words) => parts.push(`# ${words}`),
    async say(entry) {
      const before = store.all();
      const earlier = reads.length;
      const outcome = await services.books.commit(entry);
      const looks = reads.length - earlier;
      const after = store.all();
      if (isRefusal(outcome)) {
        const { refused: _, code, message, ...more } = outcome;
        const also = Object.keys(more).length > 0 ? ` ${show(more)}` : '';
        parts.push(`${entry.kind} ${entry.id} is refused, ${code}: ${message}${also}`);
      } else if (outcome.recorded) noteRecorded(entry, before, looks);
      else parts.push(`${entry.kind} ${entry.id} changes nothing, answers ${show(outcome.result)}`);
      const again = await services.books.commit(entry);
      const first = isRefusal(outcome) ? outcome : outcome.result;
      const second = isRefusal(again) ? again : again.result;
      const isSame = isDeepStrictEqual([second, store.all()], [first, after]);
      if (!isSame) throw new Error(`${entry.id}: sent again it is another`);
      const isWritten = !isRefusal(outcome) && outcome.recorded;
      if (!isWritten && changedPaths(before, after).length > 0) {
        throw new Error(`${entry.id}: something was written, and not with an entry`);
      }
    },
  };
}
