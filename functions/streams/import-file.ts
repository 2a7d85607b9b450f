import {
  readStreamImport,
  type StreamImport,
} from '@datchain/shared/contracts/documents/stream-import.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { FINAL_AFTER_MILLIS } from '@datchain/shared/domain/streams/final-days.ts';
import { emptyMonthRecord } from '@datchain/shared/domain/streams/month-record.ts';
import type { FileFacts } from '@datchain/shared/domain/streams/rows.ts';
import { type Source, sources } from '@datchain/shared/domain/streams/sources.ts';
import { identifyWork } from '@datchain/shared/domain/streams/work-names.ts';
import type { Match, WorkIndex } from '@datchain/shared/domain/streams/works.ts';
import { ageOfDay, isDay, listDays, utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DocumentStore, put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { type Gathered, gather, makeSongKey, type Placed } from './gather.ts';
import { learnFrom } from './links.ts';
import { type ForDat, putInMonthRecords, putInQueue } from './month-records.ts';
import { Effects, type FileOutcome, outdoneWarnings } from './outcome.ts';
import { type ReadFile, readAll, recognise } from './read-file.ts';
import { Spill } from './spill.ts';
import { waitingFor } from './work-index.ts';

/** Version of the readers; raising it has files read again. */
const READER_VERSION = 1;

export interface Importing {
  readonly store: DocumentStore;
  readonly workIndex: WorkIndex;
  readonly now: () => Millis;
  readonly folder: string;
  readonly onRows?: (name: string, rows: number) => void;
}

export interface FileToImport {
  readonly path: string;
  readonly facts: FileFacts;
  /** The report is the whole batch: it may lower an earlier report's figures. */
  readonly complete: boolean;
  /** A person gave the time the file was made: a file already taken with another time is read again. */
  readonly isTimed?: boolean;
  readonly by: string;
}

/**
 * Returns what a file was taken for. Two songs can have equal files, so a file is known only together with its
 * target.
 */
function targetOf({ song, artist, platform, slashDates }: FileFacts): string {
  const work = song && identifyWork(song)?.key;
  return (
    [work, artist && `artist ${artist}`, platform, slashDates].filter(Boolean).join(' · ') || 'all'
  );
}

/**
 * Stores the record of a file.
 *
 * @returns false if the file was taken back while its import finished; nothing is stored then
 */
async function saveImport(
  store: DocumentStore,
  path: string,
  fresh: StreamImport,
): Promise<boolean> {
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

async function storeFigures(
  { store, workIndex }: Importing,
  works: readonly Gathered[],
  { effects, file }: { readonly effects: Effects; readonly file: string },
): Promise<void> {
  const forDats: ForDat[] = [];
  const queued = [];
  for (const { work, label, match, rows, firstLine, records, figures } of works) {
    if (rows === 0) continue;
    if (match.kind === 'dat') {
      effects.rows.taken += rows;
      if (figures > 0) effects.countFigures(match.datId, figures);
      for (const record of records) forDats.push({ datId: match.datId, record });
      continue;
    }
    effects.noteWaiting(waitingFor(workIndex, match, { work, label, rows, firstLine }));
    if (records.length === 0) queued.push({ ...namesOnly, work, label, namedBy: [file] });
    for (const record of records) queued.push({ ...record, work, label });
  }
  await putInMonthRecords(store, forDats, effects);
  await putInQueue(store, queued);
}

/** Names of a work without figures wait too, because the figures may arrive before the DAT. */
const namesOnly = emptyMonthRecord('apple_music', 'names');

/**
 * Spills the rows of a file by song, each with its match. Rows with the same names share one match. Names
 * learned from a row apply to later rows; earlier rows are matched again with the queue.
 */
async function placeRows(
  { store, workIndex, folder }: Importing,
  { spill, sharedIds }: ReadFile,
  bytes: number,
): Promise<Spill<Placed>> {
  const placed = new Spill<Placed>(folder, bytes);
  const matches = new Map<string, Match>();
  for await (const rows of spill.parts()) {
    for await (const row of rows) {
      const work = sharedIds.mark(row.work);
      const names = work.names.join('\n');
      const match = matches.get(names) ?? workIndex.match(work);
      if (!matches.has(names) && match.kind === 'dat') {
        await learnFrom(store, workIndex, match.datId, work);
      }
      matches.set(names, match);
      placed.add(makeSongKey({ match, work }), { ...row, work, match });
    }
  }
  return placed;
}

/**
 * Imports one plain file, recognised by its header. It reads every line before it writes the figures to the
 * month records of DATS or into the queue. The same file for the same song changes nothing, and an interrupted import
 * is completed by importing the file again.
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
  const isTaken = known?.state === 'taken' && known.reader === READER_VERSION;
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
    reader: READER_VERSION,
    state: 'started',
    targets: [],
    complete,
    madeAt,
    takenAt: now(),
    by,
    rows: { inFile: all.rows, taken: 0, waiting: 0, refused: refused.count },
    period: period ?? null,
  };
  await saveImport(store, path, entry);

  const effects = new Effects();
  const stamp = { source, madeAt, file: names.stamp, complete };
  const placed = await placeRows(importing, all, text.bytes);
  for await (const part of placed.parts()) {
    const works = await gather(part, stamp, effects, refused);
    await storeFigures(importing, works, { effects, file: stamp.file });
  }

  const rows = { inFile: all.rows, ...effects.rows, refused: refused.count };
  if (!(await saveImport(store, path, { ...entry, rows, state: 'taken', targets: [target] }))) {
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

function targetInWords(target: string): string {
  const [, rest = '', dates] = /^(.*?)(?:(?:^| · )(mdy|dmy))?$/s.exec(target) ?? [];
  const days = dates && `with its days read as ${dates === 'mdy' ? 'month/day' : 'day/month'}`;
  return [rest && `for ${rest}`, days].filter(Boolean).join(', ');
}

/** Warns that a file also counts for another song, which may be a mistake. */
const otherTargets = (known: readonly string[], own: string): string[] => {
  const others = known.filter((target) => target !== own);
  if (others.length === 0) return [];
  return [
    `The same file was taken before ${others.map(targetInWords).join(' and ')}, and counts for both. If one of them was a mistake, take the file back with --take-back and import it again for the right one.`,
  ];
};

/**
 * Warns that a file was taken too soon for its last day, if the same bytes now come with a late enough time. A
 * copied file has the time of copying, so a person has to say whether it was downloaded again.
 */
function heldBack({ period, madeAt }: StreamImport, source: Source, again: Millis): string[] {
  const { kind, isSeries } = sources[source];
  if (!period || kind === 'batch' || isSeries) return [];
  const day = isDay(period.end) ? period.end : listDays(period.end).at(-1);
  const isYoung = (at: Millis) => day !== undefined && ageOfDay(day, at) < FINAL_AFTER_MILLIS;
  if (!isYoung(madeAt) || isYoung(again)) return [];
  return [
    `It was taken as a file of ${utcDay(madeAt)}, too soon for ${period.end}, which counts once a later file repeats it. If this file was downloaded again, import it with --made-at ${new Date(again).toISOString()}.`,
  ];
}

const latin1Warning =
  'The file is not UTF-8; it was read as Latin-1. Check that names with accents look right.';
