import { type ExportedDat, exportedFacts } from '@datchain/shared/contracts/public-export.ts';
import { formatCsv } from '@datchain/shared/domain/csv.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { exportedEditions } from './records.ts';

const datColumns = [
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
] as const;

/** The head of /data/v1/dats.csv, which has a line per DAT, newest first, with the fields of dats.json. */
export const datsTableHead = formatCsv([datColumns]);

export const datsTableLine = (dat: ExportedDat): string =>
  formatCsv([datColumns.map((column) => dat[column])]);

const editionColumns = [
  'number',
  'priceCents',
  'isForSale',
  'sharePpm',
  'owner',
  'isWithCreator',
] as const;

export const editionsTableHead = formatCsv([['datId', ...editionColumns]]);

export const editionsTableLines = (dat: Dat): string =>
  formatCsv(
    exportedEditions(dat).map((edition) => [
      dat.id,
      ...editionColumns.map((column) => edition[column]),
    ]),
  );
