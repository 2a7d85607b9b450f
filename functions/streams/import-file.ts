import {
  readStreamImport,
  type StreamImport,
} from '@datchain/shared/contracts/documents/stream-import.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { FileFacts } from '@datchain/shared/domain/streams/rows.ts';
import { SETTLING_MILLIS } from '@datchain/shared/domain/streams/settle.ts';
import { emptyShelf } from '@datchain/shared/domain/streams/shelf.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import { workOf } from '@datchain/shared/domain/streams/work-names.ts';
import type { Catalogue, Match } from '@datchain/shared/domain/streams/works.ts';
import { ageOfDay, daysOf, isDay, utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DocumentStore, put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { waitingFor } from './catalogue.ts';
import { type Gathered, gather, type Placed, songOf } from './gather.ts';
import { learnFrom } from './links.ts';
import { Effects, type FileOutcome, outdoneWarnings } from './outcome.ts';
import { type ReadFile, readAll, recognise } from './read-file.ts';
import { type ForDat, putInQueue, putOnShelves } from './shelves.ts';
import { Spill } from './spill.ts';

/** Raised when files must be read again because reading changed. */
const READER = 1;

/** What is behind an import: the stores and the catalogue it works with. */
export interface Importing {
  readonly store: DocumentStore;
  readonly catalogue: Catalogue;
  readonly now: () => Millis;
  /** A folder of our own. */
  readonly folder: string;
  readonly onRows?: (name: string, rows: number) => void;
}

/** One file, and what a person says about it. */
export interface FileToImport {
  readonly path: string;
  readonly facts: FileFacts;
  /** The report is the whole batch: it may lower figures of an earlier one. */
  readonly complete: boolean;
  /** A person says when it was made: a report that was taken as one of another time is read again. */
  readonly isTimed?: boolean;
  /** Who imports it. */
  readonly by: string;
}

/** Two songs can have equal files: a file is known only for what it was taken for. */
function targetOf({ song, artist, platform, slashDates }: FileFacts): string {
  const work = song && workOf(song)?.key;
  return (
    [work, artist && `artist ${artist}`, platform, slashDates].filter(Boolean).join(' · ') || 'all'
  );
}

/**
 * Keeps what is known of a file.
 *
 * @returns false when it is over, but the file was taken back meanwhile: nothing is kept then
 */
async function record(store: DocumentStore, path: string, fresh: StreamImport): Promise<boolean> {
  return retryOnConflict(alwaysLate(`the record of ${fresh.name}`), async () => {
    const stored = (await store.read([path])).get(path);
    const known = readStreamImport(stored?.data);
    if (fresh.state === 'taken' && known?.state === 'taken back') return false;
    const data = {
      ...fresh,
      targets: [...new Set([...(known?.targets ?? []), ...fresh.targets])].sort(),
      complete: fresh.complete || (known?.complete ?? false),
    };
    return (await store.write(put(path, data, stored))) === 'written' || 'conflict';
  });
}

/** Puts each work's figures where they belong: to its DAT, or into the queue. */
async function settleWorks(
  { store, catalogue }: Importing,
  works: readonly Gathered[],
  { effects, file }: { readonly effects: Effects; readonly file: string },
): Promise<void> {
  const forDats: ForDat[] = [];
  const queued = [];
  for (const { work, label, match, rows, firstLine, shelves, figures } of works) {
    if (rows === 0) continue;
    if (match.kind === 'dat') {
      effects.rows.taken += rows;
      if (figures > 0) effects.countFigures(match.datId, figures);
      for (const shelf of shelves) forDats.push({ datId: match.datId, shelf });
      continue;
    }
    effects.noteWaiting(waitingFor(catalogue, match, { work, label, rows, firstLine }));
    if (shelves.length === 0) queued.push({ ...namesOnly, work, label, namedBy: [file] });
    for (const shelf of shelves) queued.push({ ...shelf, work, label });
  }
  await putOnShelves(store, forDats, effects);
  await putInQueue(store, queued);
}

/** Names of a work without any figure wait as well: the figures may come before its DAT. */
const namesOnly = emptyShelf('apple_music', 'names');

/**
 * Puts aside the rows of a file by song, each with its match, which is the same for all rows of the same names.
 * What one row teaches counts for the names that follow; those before are looked at again with the queue.
 */
async function placeRows(
  { store, catalogue, folder }: Importing,
  { spill, sharedIds }: ReadFile,
  bytes: number,
): Promise<Spill<Placed>> {
  const placed = new Spill<Placed>(folder, bytes);
  const matches = new Map<string, Match>();
  for await (const rows of spill.parts()) {
    for await (const row of rows) {
      const work = sharedIds.mark(row.work);
      const names = work.names.join('\n');
      const match = matches.get(names) ?? catalogue.match(work);
      if (!matches.has(names) && match.kind === 'dat') {
        await learnFrom(store, catalogue, match.datId, work);
      }
      matches.set(names, match);
      placed.add(songOf({ match, work }), { ...row, work, match });
    }
  }
  return placed;
}

/**
 * Takes one plain file: recognised by its header, every line read before anything is written, then
 * put onto the shelves of its DATs or into the queue. The same file for the same song changes nothing,
 * and one that was interrupted is completed by importing it again.
 */
export async function importFile(importing: Importing, file: FileToImport): Promise<FileOutcome> {
  const { store, folder, now } = importing;
  const { facts, complete, by } = file;
  const { name, madeAt, platform } = facts;
  const found = await recognise(file.path, facts);
  if (found.kind === 'refused') return { ...found, name };
  const { source, text, names } = found;
  const target = targetOf(facts);

  const path = docs.streamImport(names.key);
  const known = readStreamImport((await store.read([path])).get(path)?.data);
  const isTaken = known?.state === 'taken' && known.reader === READER;
  const isOther = file.isTimed && known?.madeAt !== madeAt;
  const isSame = known?.targets.includes(target) && (known.complete || !complete) && !isOther;
  if (isTaken && isSame) {
    return { kind: 'known', name, source, warnings: heldBack(known, source, madeAt) };
  }

  const onRows = (rows: number) => importing.onRows?.(name, rows);
  const all = await readAll(found, { platform, folder, onRows });
  if (all.kind === 'refused') return { ...all, name };

  const { period, refused } = all;
  const entry: StreamImport = {
    fileHash: text.hash,
    name,
    source,
    reader: READER,
    state: 'started',
    targets: [],
    complete,
    madeAt,
    takenAt: now(),
    by,
    rows: { inFile: all.rows, taken: 0, waiting: 0, refused: refused.count },
    period: period ?? null,
  };
  await record(store, path, entry);

  const effects = new Effects();
  const stamp = { source, madeAt, file: names.stamp, complete };
  const placed = await placeRows(importing, all, text.bytes);
  for await (const part of placed.parts()) {
    const works = await gather(part, stamp, effects, refused);
    await settleWorks(importing, works, { effects, file: stamp.file });
  }

  const rows = { inFile: all.rows, ...effects.rows, refused: refused.count };
  if (!(await record(store, path, { ...entry, rows, state: 'taken', targets: [target] }))) {
    const reason =
      'It was taken back while it was imported. Take it back again, or import it again.';
    return { kind: 'refused', name, what: sources[source].name, reason, bad: [] };
  }
  const warnings = [
    ...(text.encoding === 'windows-1252' ? [latin1Warning] : []),
    ...all.warnings,
    ...otherTargets(known?.targets ?? [], target),
    ...outdoneWarnings(effects),
  ];
  const taken = { name, source, hash: text.hash, rows, refused: refused.list(), period };
  return { kind: 'taken', ...taken, warnings, effects };
}

/** Says what a file was taken for; see `targetOf`. */
function targetInWords(target: string): string {
  const [, rest = '', dates] = /^(.*?)(?:(?:^| · )(mdy|dmy))?$/s.exec(target) ?? [];
  const days = dates && `with its days read as ${dates === 'mdy' ? 'month/day' : 'day/month'}`;
  return [rest && `for ${rest}`, days].filter(Boolean).join(', ');
}

/** Tells that a file counts for another song as well: one of them may be a mistake. */
const otherTargets = (known: readonly string[], own: string): string[] => {
  const others = known.filter((target) => target !== own);
  if (others.length === 0) return [];
  return [
    `The same file was taken before ${others.map(targetInWords).join(' and ')}, and counts for both. If one of them was a mistake, take the file back with --take-back and import it again for the right one.`,
  ];
};

/**
 * Tells that the last day of a file was too young when the file was taken, where the same bytes come with a time that is
 * late enough. A copy has the time of copying, so a person says whether it was downloaded again.
 */
function heldBack({ period, madeAt }: StreamImport, source: Source, again: Millis): string[] {
  const { kind, isSeries } = sources[source];
  if (!period || kind === 'batch' || isSeries) return [];
  const day = isDay(period.end) ? period.end : daysOf(period.end).at(-1);
  const isYoung = (at: Millis) => day !== undefined && ageOfDay(day, at) < SETTLING_MILLIS;
  if (!isYoung(madeAt) || isYoung(again)) return [];
  return [
    `It was taken as a file of ${utcDay(madeAt)}, too soon for ${period.end}, which counts once a later file repeats it. If this file was downloaded again, import it with --made-at ${new Date(again).toISOString()}.`,
  ];
}

const latin1Warning =
  'The file is not UTF-8; it was read as Latin-1. Check that names with accents look right.';
