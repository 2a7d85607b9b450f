import { exportedFacts } from '@datchain/shared/contracts/public-export.ts';
import { allDats, type Snapshot } from '../snapshot.ts';
import { csv } from './csv.ts';
import { exportedDat, exportedEditions } from './records.ts';

/** /data/v1/dats.csv: a line for each DAT, newest first; the columns are the fields of dats.json. */
export const datsTable = (snapshot: Snapshot, site: URL): string =>
  csv(
    [
      'id',
      'song',
      'artist',
      'creator',
      'tier',
      'chain',
      'genres',
      'releasedAt',
      'soldOut',
      'editionCount',
      'editionsForSale',
      'lowestPriceCents',
      'availableSharePpm',
      'totalStreams',
      'takenDownAt',
      'takenDownReason',
      'artistFeatures',
      'producers',
      'songwriters',
      'recordLabels',
      'changedAt',
      'page',
      'artwork',
      'preview',
      'previewSeconds',
      'previewPeaks',
      ...exportedFacts,
    ],
    allDats(snapshot).map((dat) => exportedDat(dat, snapshot, site)),
  );

/** /data/v1/editions.csv: a line for each edition of each DAT. */
export const editionsTable = (snapshot: Snapshot): string =>
  csv(
    ['datId', 'number', 'priceCents', 'isForSale', 'sharePpm', 'owner', 'isWithCreator'],
    allDats(snapshot).flatMap((dat) =>
      exportedEditions(dat).map((edition) => ({ datId: dat.id, ...edition })),
    ),
  );
