import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { Catalogue } from '@datchain/shared/domain/streams/works.ts';
import { ageOfDay, daysOf, isDay, utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type DocumentStore, put } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { waitingFor } from './catalogue.ts';
import { type Gathered, gather, songOf } from './gather.ts';
import { learnFrom } from './links.ts';
import { Effects, type FileOutcome, outdoneWarnings } from './outcome.ts';
import { type ReadFile, type Recognised, readAll, recognise } from './read-file.ts';
import { type ForDat, putInQueue, putOnShelves } from './shelves.ts';
import { Spill } from './spill.ts';
import { type Placed, unitsOf } from './units.ts';

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

/** Puts aside the rows of a file by work, with the match of each; those of one song are in one part. */
async function placeUnits(
  { store, catalogue, folder }: Importing,
  { source, text }: Recognised,
  { spill, sharedIds }: ReadFile,
): Promise<Spill<Placed>> {
  const placed = new Spill<Placed>(await mkdtemp(join(folder, 'units-')), text.bytes);
  for await (const rows of spill.parts()) {
    for (const unit of await unitsOf(rows, source, sharedIds)) {
      const match = catalogue.match(unit.work);
      const { work } = unit;
      if (match.kind === 'dat') await learnFrom(store, catalogue, match.datId, work);
      const { names } = work;
      const isCredited = match.kind === 'dat';
      const figures = unit.figures.map((each) => (isCredited ? { ...each, names } : each));
      placed.add(songOf({ match, work }), { ...unit, figures, match });
    }
  }
  return placed;
}

async function apply(importing: Importing, file: FileToImport, found: Recognised, all: ReadFile) {
  const { facts, complete, by } = file;
  const path = docs.streamImport(found.names.key);
  const entry: StreamImport = {
    fileHash: found.text.hash,
    name: facts.name,
    source: found.source,
    reader: READER,
    state: 'started',
    targets: [],
    complete,
    madeAt: facts.madeAt,
    takenAt: importing.now(),
    by,
    rows: { inFile: all.rows, taken: 0, waiting: 0, refused: all.refused.count },
    period: all.period ?? null,
  };
  await record(importing.store, path, entry);
  const effects = new Effects();
  const stamp = {
    source: found.source,
    madeAt: facts.madeAt,
    file: found.names.stamp,
    complete,
  };
  const placed = await placeUnits(importing, found, all);
  for await (const units of placed.parts()) {
    const works = await gather(units, stamp, effects, all.refused);
    await settleWorks(importing, works, { effects, file: stamp.file });
  }
  const rows = { inFile: all.rows, ...effects.rows, refused: all.refused.count };
  const end: StreamImport = { ...entry, rows, state: 'taken', targets: [targetOf(facts)] };
  return (await record(importing.store, path, end)) ? { effects, rows } : undefined;
}

/**
 * Takes one plain file: recognised by its header, every line read before anything is written, then
 * put onto the shelves of its DATs or into the queue. The same file for the same song changes nothing,
 * and one that was interrupted is completed by importing it again.
 */
export async function importFile(importing: Importing, file: FileToImport): Promise<FileOutcome> {
  const { facts } = file;
  const { name } = facts;
  const found = await recognise(file);
  if (found.kind === 'refused') return { ...found, name };
  const path = docs.streamImport(found.names.key);
  const known = readStreamImport((await importing.store.read([path])).get(path)?.data);
  const isTaken = known?.state === 'taken' && known.reader === READER;
  const isOther = file.isTimed && known?.madeAt !== facts.madeAt;
  const isSame =
    known?.targets.includes(targetOf(facts)) && (known.complete || !file.complete) && !isOther;
  if (isTaken && isSame) {
    const { source } = found;
    return { kind: 'known', name, source, warnings: heldBack(known, source, facts.madeAt) };
  }

  const all = await readAll({
    recognised: found,
    platform: facts.platform,
    folder: importing.folder,
    onRows: (rows) => importing.onRows?.(name, rows),
  });
  if (all.kind === 'refused') return { ...all, name };
  const applied = await apply(importing, file, found, all);
  if (!applied) {
    const reason =
      'It was taken back while it was imported. Take it back again, or import it again.';
    return { kind: 'refused', name, what: sources[found.source].name, reason, bad: [] };
  }
  const { effects, rows } = applied;
  return {
    kind: 'taken',
    name,
    source: found.source,
    hash: found.text.hash,
    rows,
    refused: all.refused.list(),
    period: all.period,
    warnings: [
      ...(found.text.encoding === 'windows-1252' ? [latin1Warning] : []),
      ...all.warnings,
      ...otherTargets(known?.targets ?? [], facts),
      ...outdoneWarnings(effects),
    ],
    effects,
  };
}

/** Says what a file was taken for; see `targetOf`. */
function targetInWords(target: string): string {
  const [, rest = '', dates] = /^(.*?)(?:(?:^| · )(mdy|dmy))?$/s.exec(target) ?? [];
  const days = dates && `with its days read as ${dates === 'mdy' ? 'month/day' : 'day/month'}`;
  return [rest && `for ${rest}`, days].filter(Boolean).join(', ');
}

/** Tells that a file counts for another song as well: one of them may be a mistake. */
const otherTargets = (known: readonly string[], facts: FileFacts): string[] => {
  const others = known.filter((target) => target !== targetOf(facts));
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
