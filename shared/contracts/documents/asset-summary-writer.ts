import type { Dat, Edition } from '../../domain/dats.ts';
import { percentOfPpm, usdOfCents } from '../../domain/money.ts';
import type { StoredAsset } from './asset-summary.ts';

/** The part of a summary row that the projector updates; the rest is written at the release. */
export type SummaryChange = Pick<
  StoredAsset,
  | 'id'
  | 'SoldOut'
  | 'editions'
  | 'ownedEditions'
  | 'preview'
  | 'recordingFacts'
  | 'takenDown'
  | 'isCreatorGone'
  | 'creatorProfileURL'
> &
  Partial<Pick<StoredAsset, 'creatorUsername'>>;

/** Formats an edition's offer as a row stores it: price in US dollars, royalties in percent. */
export const storeEdition = (
  edition: Pick<Edition, 'number' | 'priceCents' | 'isForSale' | 'sharePpm'>,
) => ({
  edition: edition.number,
  price: usdOfCents(edition.priceCents),
  isForSale: edition.isForSale,
  royalties: percentOfPpm(edition.sharePpm),
});

type Work = Pick<
  Dat,
  'songName' | 'artistName' | 'artworkUrl' | 'creatorUsername' | 'tier' | 'genres'
>;

const storeWork = (work: Work) => ({
  SongName: work.songName,
  ArtistName: work.artistName,
  ArtworkURL: work.artworkUrl,
  creatorUsername: work.creatorUsername,
  tier: work.tier,
  genres: [...work.genres],
});

type Released = Omit<
  Dat,
  | 'id'
  | Exclude<keyof SummaryChange, 'creatorUsername'>
  | 'soldOut'
  | 'releasedAt'
  | 'creatorImageUrl'
> & {
  readonly releasedAt: number;
  readonly preview?: Dat['preview'];
};

export const storeAsset = (dat: Released, change: SummaryChange): StoredAsset => ({
  ...storeWork(dat),
  contentId: dat.contentId,
  creatorId: dat.creatorId,
  chain: dat.chain,
  userId: dat.creatorId,
  releaseTimestamp: dat.releasedAt,
  artistFeatures: [...dat.artistFeatures],
  producers: [...dat.producers],
  songwriters: [...dat.songwriters],
  recordLabels: [...dat.recordLabels],
  ...(dat.preview ? { preview: dat.preview } : {}),
  ...change,
});

/** Makes a row of `newestReleases`: what cards and search show of a work, without uids. readAsset reads it. */
export const storeNewestRelease = (dat: Dat): Record<string, unknown> => ({
  id: dat.id,
  ...storeWork(dat),
  ...(dat.preview ? { preview: dat.preview } : {}),
  // A card shows no other fact about the recording.
  ...(dat.recordingFacts?.isExplicit ? { recordingFacts: { isExplicit: true } } : {}),
  ...(dat.releasedAt === undefined ? {} : { releaseTimestamp: dat.releasedAt }),
  editions: dat.editions.map((edition) => ({
    ...storeEdition(edition),
    isWithCreator: edition.isWithCreator,
  })),
});
