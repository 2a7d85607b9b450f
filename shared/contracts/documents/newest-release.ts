import type { Dat } from '../../domain/dats.ts';
import { percentOfPpm, usdOfCents } from '../../domain/money.ts';

/**
 * One row of `newestReleases`, which anybody reads: what a card and the search show of a work, spelt
 * like a row of the summary and read like one (readAsset), without anybody's uid.
 */
export const storeNewestRelease = (dat: Dat): Record<string, unknown> => ({
  id: dat.id,
  SongName: dat.songName,
  ArtistName: dat.artistName,
  ArtworkURL: dat.artworkUrl,
  creatorUsername: dat.creatorUsername,
  tier: dat.tier,
  genres: dat.genres,
  // A card says no more of the recording.
  ...(dat.recordingFacts?.isExplicit ? { recordingFacts: { isExplicit: true } } : {}),
  ...(dat.releasedAt === undefined ? {} : { releaseTimestamp: dat.releasedAt }),
  editions: dat.editions.map((edition) => ({
    edition: edition.number,
    price: usdOfCents(edition.priceCents),
    isForSale: edition.isForSale,
    royalties: percentOfPpm(edition.sharePpm),
    isWithCreator: edition.isWithCreator,
  })),
});
