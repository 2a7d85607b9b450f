import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exactName, looseName, mayBeNamedAfter } from '@datchain/shared/domain/streams/names.ts';
import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import { sources } from '@datchain/shared/domain/streams/sources.ts';
import type { SlashDates } from '@datchain/shared/domain/streams/values.ts';
import type { Named } from '@datchain/shared/domain/streams/work-names.ts';
import type { Known, WorkIndex } from '@datchain/shared/domain/streams/works.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { DocumentStore } from '../stores/document-store.ts';
import { type Drop, type Dropped, dropWaiting } from './drops.ts';
import { type Importing, importFile } from './import-file.ts';
import {
  confirmedName,
  confirmLinks,
  type Link,
  type Returned,
  returnWrongCredits,
  Unclear,
  type Undone,
  undoLinks,
} from './links.ts';
import type { FileOutcome, Published } from './outcome.ts';
import { type Publishing, publishMonthRecords } from './publish.ts';
import { type Rematched, rematchQueue } from './rematch.ts';
import { takeBackFile } from './take-back.ts';
import { unpack } from './unpack.ts';
import { loadWorkIndex } from './work-index.ts';

export interface Said {
  readonly dat?: string | undefined;
  readonly song?: string | undefined;
  readonly artist?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly slashDates?: SlashDates | undefined;
  /** When the files were made; by default the time of their last change, in an archive too. */
  readonly madeAt?: Millis | undefined;
  readonly name?: string | undefined;
  readonly complete?: boolean | undefined;
  /** Names confirmed as those of a DAT: `isrc:…`, `content:…`, `apple:…` or `title:…`, with its id. */
  readonly links?: readonly Link[] | undefined;
  readonly unlinks?: readonly Link[] | undefined;
  readonly drops?: readonly Drop[] | undefined;
  /** The files were a mistake: all that they were credited is taken back. */
  readonly takeBack?: boolean | undefined;
  readonly by: string;
}

export interface Run extends Publishing {
  readonly now: () => Millis;
  readonly said: Said;
  /** Reads and decides everything, and writes nothing. */
  readonly isDry?: boolean;
  readonly onRows?: (name: string, rows: number) => void;
}

export interface RunOutcome {
  readonly repeated: readonly Link[];
  readonly undone: readonly Undone[];
  readonly returned: readonly Returned[];
  readonly dropped: readonly Dropped[];
  readonly files: readonly FileOutcome[];
  readonly queue: Rematched;
  readonly published: Published;
}

const readOnly = (store: DocumentStore): DocumentStore => ({
  ...store,
  write: async () => 'written',
});

const called = ({ id, songName, artistName }: Known): string =>
  `--dat ${id} (${songName}, ${artistName})`;

/**
 * Finds the song given by `--dat`, or by `--song` with or without an artist.
 *
 * @throws Unclear when no or several DATS match
 */
function findSong({ dat, song, artist }: Said, workIndex: WorkIndex): Named | undefined {
  if (dat !== undefined) {
    if (!workIndex.find(dat)) throw new Unclear(`There is no DAT with the id ${dat}.`);
    return { datId: dat };
  }
  if (song === undefined || artist !== undefined) return song ? { title: song, artist } : undefined;
  const all = [...workIndex.all()];
  const own = all.filter(({ songName }) => exactName(songName) === exactName(song));
  const [only, ...others] = own;
  if (only && others.length === 0) return { datId: only.id };
  if (only)
    throw new Unclear(`Several DATS are called "${song}": say ${own.map(called).join(' or ')}.`);
  const alike = all.filter(({ songName }) => looseName(songName) === looseName(song));
  const hint = alike.length > 0 ? `Say ${alike.map(called).join(' or ')}` : 'Say --dat <id>';
  throw new Unclear(`No DAT is called "${song}". ${hint}, or whose song it is with --artist.`);
}

function withGuess(outcome: FileOutcome, workIndex: WorkIndex): FileOutcome {
  if (outcome.kind !== 'refused' || outcome.what !== sources.spotify_timeline.name) return outcome;
  const guesses = [...workIndex.all()]
    .filter(({ songName }) => mayBeNamedAfter(outcome.name, songName))
    .map(called);
  if (guesses.length === 0) return outcome;
  return { ...outcome, reason: `${outcome.reason} By its name it may be ${guesses.join(' or ')}.` };
}

async function importPath(path: string, importing: Importing, run: Run): Promise<FileOutcome[]> {
  const { said, now } = run;
  const { platform, slashDates, artist } = said;
  const { mtimeMs } = await stat(path);
  const song = findSong(said, importing.workIndex);
  const outcomes: FileOutcome[] = [];
  for await (const file of unpack(path, said.name ?? basename(path), importing.folder)) {
    const { name } = file;
    if (file.kind === 'left out') {
      outcomes.push({ kind: 'left out', name });
      continue;
    }
    if (file.kind === 'refused') {
      outcomes.push({ kind: 'refused', name, what: 'archive', reason: file.reason, bad: [] });
      continue;
    }
    if (said.takeBack) {
      outcomes.push(
        await takeBackFile(importing.store, { ...file, by: said.by, at: now(), isDry: run.isDry }),
      );
      continue;
    }
    // An archive is younger than its reports, which may hold a day that was not over.
    const changedAt = Math.min(mtimeMs, file.changedAt ?? mtimeMs);
    const madeAt = Math.min(said.madeAt ?? Math.trunc(changedAt), now());
    const facts = { name, madeAt, song, artist, platform, slashDates };
    const { complete = false, by } = said;
    const isTimed = said.madeAt !== undefined;
    const outcome = await importFile(importing, { path: file.path, facts, complete, isTimed, by });
    outcomes.push(withGuess(outcome, importing.workIndex));
  }
  return outcomes;
}

/**
 * Imports reports of streams: unpacks archives, recognises each file by its header, then matches the queue
 * again and publishes what changed. Without files it does only the last two steps.
 *
 * @throws Unclear when a person named a DAT or a song that cannot be found
 */
export async function importFiles(paths: readonly string[], run: Run): Promise<RunOutcome> {
  const store = run.isDry ? readOnly(run.store) : run.store;
  const { links = [], unlinks = [], drops = [], by } = run.said;
  const wrong = unlinks.map(({ name, datId }) => [datId, confirmedName(name).names] as const);
  const workIndex = await loadWorkIndex(store, wrong);
  const undone = await undoLinks(store, workIndex, unlinks);
  const repeated = await confirmLinks(store, workIndex, links);
  const returned = await returnWrongCredits(store, workIndex);
  const dropped = await dropWaiting(store, drops, { by, at: run.now() });
  const folder = await mkdtemp(join(tmpdir(), 'streams-'));
  try {
    const { now, onRows } = run;
    const importing = { store, workIndex, now, folder, ...(onRows ? { onRows } : {}) };
    const files: FileOutcome[] = [];
    for (const path of paths) files.push(...(await importPath(path, importing, run)));
    const queue = await rematchQueue(store, workIndex);
    if (run.isDry) {
      const published = { dats: [], checks: [] };
      return { repeated, undone, returned, dropped, files, queue, published };
    }
    // Another run may have changed links since this one read them; a later one finds our credits.
    returned.push(...(await returnWrongCredits(store, await loadWorkIndex(store), workIndex)));
    const published = await publishMonthRecords({ store, live: run.live }, run.now);
    return { repeated, undone, returned, dropped, files, queue, published };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
