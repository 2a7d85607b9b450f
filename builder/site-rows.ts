import { isDeepStrictEqual } from 'node:util';
import type { DocumentsOfMany, ManyWorks } from '@datchain/functions/stores/public-data.ts';
import type { PublicChanges } from '@datchain/functions/stores/public-data-changes.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { briefedRows, type RowBrief, rowBrief } from '../ledger/src/rows/dat-brief.ts';
import type { Known } from '../ledger/src/rows/outline.ts';
import { type KeptRow, type KnownRow, LostRow } from '../ledger/src/rows/row-file.ts';
import {
  booksRow,
  personRow,
  type RowIndex,
  readStoredData,
  type SnapshotReading,
  streamsRow,
} from '../ledger/src/snapshot.ts';
import {
  type PictureFile,
  type PreparedPictures,
  preparePictures,
} from './artwork/prepare-pictures.ts';
import { artworkStorage, previewsAddress } from './artwork/storage-address.ts';
import type { RebuildOptions } from './rebuild-options.ts';
import { picturesCache } from './root.ts';
import type { RowFile } from './row-file.ts';
import { shareImageHref } from './share/share-images.ts';

// Pages are drawn from rows in the builder's memory (site-state.ts); a rebuild writes the rows that differ.

/** Reads a DAT. @throws LostRow */
export function datIn(file: RowFile, id: string): Dat {
  const row = file.get(id) as [dat: Dat] | undefined;
  if (!row) throw new LostRow(`There is no row of ${id}`);
  return row[0];
}

/** The inputs of the rows. Equal inputs give equal rows. */
interface MadeOf {
  readonly copy: string;
  /** Streams are counted up to this day. */
  readonly day: string;
  readonly sources: string;
}

interface SiteBrief extends RowBrief {
  readonly image: string;
  readonly pictures: readonly PictureFile[];
}

export interface SiteRows extends Pick<SnapshotReading, 'badRows' | 'remarks'> {
  readonly known: Known;
  readonly problems: PreparedPictures['problems'];
}

const hasPictures = ({ brief }: KnownRow): boolean =>
  typeof brief === 'object' && brief !== null && 'pictures' in brief;

export const worksIn = (rows: readonly KnownRow[]): SiteBrief[] =>
  rows.filter(hasPictures).map(({ brief }) => brief as SiteBrief);

interface Read {
  readonly reading: SnapshotReading;
  readonly pictures: PreparedPictures;
}

async function readWith(options: RebuildOptions, reading: SnapshotReading): Promise<Read> {
  const pictures = await preparePictures(reading.dats, {
    storage: artworkStorage(options.env ?? process.env),
    cacheDir: options.picturesDir ?? picturesCache,
  });
  return { reading: { ...reading, dats: pictures.dats }, pictures };
}

/** Reported problems are read, and reported, each time. */
const isFine = ({ reading, pictures }: Read): boolean =>
  reading.badRows.length + reading.remarks.length + pictures.problems.length === 0;

function rowsOf({ reading, pictures }: Read, readAt: Millis): Generator<KeptRow> {
  return briefedRows(reading, readAt, (dat, lines): SiteBrief => {
    const image = shareImageHref(dat);
    return { ...rowBrief(dat, lines), image, pictures: pictures.picturesOf(dat.id) };
  });
}

const madeOf = 'made of';
const documentsOf = 'documents';

type StoredDocuments = readonly (readonly [path: string, document: ManyWorks])[];

/** When rows are read, and from which inputs. */
interface Moment {
  readonly readAt: Millis;
  readonly previous: () => RowIndex;
  /** Undefined when the next rebuild cannot compare the inputs. */
  readonly made: MadeOf | undefined;
}

function writeAll(
  file: RowFile,
  read: Read,
  { readAt, made, previous }: Moment,
  documents: DocumentsOfMany | undefined,
): void {
  file.together(() => {
    file.putAll(rowsOf(read, readAt));
    file.keepTimes(previous());
    file.setNote(madeOf, made);
    file.setNote(documentsOf, made && documents && [...documents]);
  });
}

/** Returns the documents with the changes; undefined without a difference. */
function withChanges(
  documents: DocumentsOfMany,
  changed: PublicChanges['documents'],
): DocumentsOfMany | undefined {
  const others = [...changed].filter(
    ([path, document]) => !isDeepStrictEqual(document, documents.get(path)),
  );
  if (others.length === 0) return undefined;
  const now = new Map(documents);
  for (const [path, document] of others) {
    if (document) now.set(path, document);
    else now.delete(path);
  }
  return now;
}

function writeChanges(
  file: RowFile,
  read: Read,
  { touched, documents: changed }: PublicChanges,
  { readAt, made, documents }: { readAt: Millis; made: MadeOf; documents: DocumentsOfMany },
): void {
  file.together(() => {
    const put = new Set<string>();
    for (const row of rowsOf(read, readAt)) {
      file.put(row);
      put.add(row.key);
    }
    const gone = [...touched.dats].filter((id) => !put.has(id));
    const others = [
      ...gone,
      ...[...gone, ...touched.streams].map(streamsRow),
      ...[...touched.people].map(personRow),
      booksRow,
    ];
    for (const key of others) if (!put.has(key)) file.remove(key);
    file.setNote(madeOf, made);
    const now = withChanges(documents, changed);
    if (now) file.setNote(documentsOf, [...now]);
  });
}

/** Reads only the changes, if the day and the sources are the same. */
async function readChanges(
  file: RowFile,
  options: RebuildOptions,
  { readAt, made, previous }: Moment,
): Promise<Read | undefined> {
  const before = file.note(madeOf) as MadeOf | undefined;
  const isUsable = made && before?.day === made.day && before.sources === made.sources;
  if (!isUsable || options.force || !options.readChanges) return undefined;
  const stored = file.note(documentsOf) as StoredDocuments | undefined;
  if (!stored) return undefined;
  const documents = new Map(stored);
  const changes = await options.readChanges({ copy: before.copy, documents }, readAt);
  if (!changes) return undefined;
  const isTouched = (id: string) => changes.touched.dats.has(id);
  const isOther = (id: string) => !isTouched(id) && file.has(id);
  const read = await readWith(options, readStoredData(changes.data, isOther));
  if (!isFine(read)) return undefined;
  writeChanges(file, read, changes, { readAt, made, documents });
  // Another machine may have published the live site since, so its change times count.
  if (options.liveUrl) file.together(() => file.keepTimes(previous()));
  return read;
}

async function readAll(file: RowFile, options: RebuildOptions, moment: Moment): Promise<Read> {
  const { readAt, made } = moment;
  const data = await options.read(readAt);
  const read = await readWith(options, readStoredData(data));
  const { documents } = data;
  const isUsable = isFine(read) && documents !== undefined;
  writeAll(file, read, { ...moment, made: isUsable ? made : undefined }, documents);
  return read;
}

/**
 * Updates the rows of a site from the databases.
 *
 * @param previous the change times of the live site's rows, read only when they may differ from these rows
 * @param made.copy the state of the copy; without it everything is read
 */
export async function bringRowsUpToDate(
  file: RowFile,
  options: RebuildOptions,
  previous: () => RowIndex,
  { copy, sources, readAt }: { copy: string | undefined; sources: string; readAt: Millis },
): Promise<SiteRows> {
  const made = copy === undefined ? undefined : { copy, sources, day: utcDay(readAt) };
  const moment = { readAt, made, previous };
  const { reading, pictures } =
    (await readChanges(file, options, moment)) ?? (await readAll(file, options, moment));
  const { badRows, remarks, blocks, metrics, bookDays } = reading;
  const previews = previewsAddress(artworkStorage(options.env ?? process.env));
  return {
    known: { blocks, metrics, bookDays, previews, rows: file.known() },
    badRows,
    remarks,
    problems: pictures.problems,
  };
}
