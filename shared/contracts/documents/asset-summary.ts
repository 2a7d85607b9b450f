import { type Tier, tiers } from '../../domain/config.ts';
import { type Contributor, type Dat, type Edition, validEditions } from '../../domain/dats.ts';
import { nearestCents, ppmOfPercent } from '../../domain/money.ts';
import type { Preview } from '../../domain/preview.ts';
import type { RecordingFacts } from '../../domain/recording-facts.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readBoolean, readList, readMillis, readNumber, readText } from '../tolerant.ts';
import { readPreview } from './preview.ts';
import { readRecordingFacts } from './recording-facts.ts';
import { readTakenDown } from './taken-down.ts';

/** One edition of a stored summary (R-DB-01): price in US dollars, royalties in percent. */
export interface StoredEdition {
  edition: number;
  price: number;
  isForSale: boolean;
  royalties: number;
  currentOwnerId: string;
  username: string;
  profileImageUrl: string;
}

/** An element of `assets` in `assetsSummary/main` (R-DB-01). */
export interface StoredAsset {
  id: string;
  contentId: string;
  SongName: string;
  ArtistName: string;
  ArtworkURL: string;
  creatorUsername: string;
  creatorId: string;
  creatorProfileURL: string;
  tier: string;
  chain: string;
  userId: string;
  releaseTimestamp: number;
  artistFeatures: Contributor[];
  producers: Contributor[];
  songwriters: Contributor[];
  recordLabels: Contributor[];
  genres: string[];
  SoldOut: boolean;
  editions: StoredEdition[];
  ownedEditions: number[];
  preview?: Preview;
  recordingFacts?: RecordingFacts;
  takenDown?: { at: number; reason: string } | null;
  /** Set only if the account that released it is closed. */
  isCreatorGone?: true;
}

/** A row that could not be read, with the problem: the rebuild reports it and continues. */
export interface BadRow {
  readonly row: string;
  readonly problem: string;
}

const readContributors = (value: unknown): Contributor[] =>
  readList(value).flatMap((item, index) => {
    const { id, tag } = isRecord(item) ? item : { id: undefined, tag: item };
    const name = readLine(tag);
    return name === '' ? [] : [{ id: readText(id, `${index}`), tag: name }];
  });

function readEdition(value: unknown, creatorId: string): Edition[] {
  if (!isRecord(value)) return [];
  const ownerId = readText(value.currentOwnerId);
  return [
    {
      number: readNumber(value.edition, Number.NaN),
      priceCents: Math.max(0, nearestCents(readNumber(value.price))),
      isForSale: readBoolean(value.isForSale),
      sharePpm: Math.max(0, ppmOfPercent(readNumber(value.royalties))),
      // Our rows state this without a uid. An edition without an owner counts as sold: it is not offered.
      isWithCreator: readBoolean(value.isWithCreator) || (ownerId !== '' && ownerId === creatorId),
      ownerUsername: readLine(value.username),
      ownerImageUrl: readText(value.profileImageUrl),
    },
  ];
}

const readTier = (value: unknown): Tier =>
  tiers.find((tier) => tier.toLowerCase() === readText(value).toLowerCase()) ?? 'Bronze';

/** Reads a row; without a valid id or song name it is a BadRow. Other missing fields read as empty. */
export function readAsset(value: unknown, position: string): Dat | BadRow {
  if (!isRecord(value)) return { row: position, problem: 'is not an object' };
  const id = readText(value.id).trim();
  if (!/^[\w-]{1,128}$/.test(id)) {
    return { row: position, problem: `has no usable id (${JSON.stringify(value.id ?? null)})` };
  }
  const songName = readLine(value.SongName);
  if (songName === '') return { row: `${position} (${id})`, problem: 'has no SongName' };
  const takenDown = readTakenDown(value.takenDown);
  const preview = takenDown ? undefined : readPreview(value.preview);
  const recordingFacts = readRecordingFacts(value.recordingFacts);
  const isCreatorGone = readBoolean(value.isCreatorGone);
  const creatorId = readText(value.creatorId) || readText(value.userId);
  return {
    id,
    contentId: readText(value.contentId, id),
    songName,
    artistName: readLine(value.ArtistName),
    artworkUrl: takenDown ? '' : readText(value.ArtworkURL),
    creatorId,
    creatorUsername: readLine(value.creatorUsername),
    // The row can be older than the end of the account, whose picture is no longer shown.
    creatorImageUrl: isCreatorGone
      ? ''
      : readText(value.creatorProfileURL) || readText(value.profileImageUrl),
    tier: readTier(value.tier),
    chain: readText(value.chain, 'datchain'),
    releasedAt: readMillis(value.releaseTimestamp),
    artistFeatures: readContributors(value.artistFeatures),
    producers: readContributors(value.producers),
    songwriters: readContributors(value.songwriters),
    recordLabels: readContributors(value.recordLabels),
    genres: readList(value.genres)
      .map((genre) => readText(genre))
      .filter(Boolean),
    soldOut: readBoolean(value.SoldOut),
    editions: validEditions(
      readList(value.editions).flatMap((edition) => readEdition(edition, creatorId)),
    ),
    ...(preview ? { preview } : {}),
    ...(recordingFacts ? { recordingFacts } : {}),
    ...(takenDown ? { takenDown } : {}),
    ...(isCreatorGone ? { isCreatorGone } : {}),
  };
}

export const isBadRow = (row: Dat | BadRow): row is BadRow => 'problem' in row;

export const assetsIn = (summary: unknown): unknown[] =>
  readList(isRecord(summary) ? summary.assets : undefined);

/** Reads a summary document, `{assets: [...]}`. The first of repeated ids counts. */
export function readAssetsSummary(
  value: unknown,
  documentId: string,
): { dats: Dat[]; badRows: BadRow[] } {
  if (!isRecord(value)) return { dats: [], badRows: [{ row: documentId, problem: 'is missing' }] };
  if (!Array.isArray(value.assets) && !isRecord(value.assets)) {
    return { dats: [], badRows: [{ row: documentId, problem: 'has no list of assets' }] };
  }
  const dats = new Map<string, Dat>();
  const badRows: BadRow[] = [];
  assetsIn(value).forEach((asset, index) => {
    const row = readAsset(asset, `${documentId}.assets[${index}]`);
    if (isBadRow(row)) badRows.push(row);
    else if (dats.has(row.id)) badRows.push({ row: row.id, problem: 'appears twice' });
    else dats.set(row.id, row);
  });
  return { dats: [...dats.values()], badRows };
}
