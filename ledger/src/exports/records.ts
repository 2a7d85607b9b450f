import {
  type ExportedDat,
  type ExportedEdition,
  type ExportedEvent,
  type ExportedPlatform,
  exportedFacts,
  exportVersion,
} from '@datchain/shared/contracts/public-export.ts';
import {
  availableIn,
  stockedBlocks,
  utilityTokensRemaining,
} from '@datchain/shared/domain/blocks.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import {
  availableSharePpm,
  type Dat,
  editionsForSale,
  lowestPriceCents,
} from '@datchain/shared/domain/dats.ts';
import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';
import { rewardTokensRemaining } from '@datchain/shared/domain/rewards.ts';
import type {
  DatFigures,
  PlatformFigures,
  Series,
} from '@datchain/shared/domain/streams/figures.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { SnapshotReading } from '../snapshot.ts';
import { datHref } from '../views/page/addresses.ts';
import { pictureUrl } from '../views/page/picture-url.ts';

type ExportedFacts = Pick<ExportedDat, (typeof exportedFacts)[number]>;

const instant = (at: Millis | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

const known = (text: string): string | null => text || null;

const factsRecord = (facts: RecordingFacts): ExportedFacts =>
  Object.fromEntries(
    exportedFacts.map((fact) => [
      fact,
      fact === 'isExplicit' ? facts.isExplicit === true : (facts[fact] ?? null),
    ]),
  ) as ExportedFacts;

export interface KnownOfDat {
  /** Undefined before the first report. */
  readonly totalStreams: number | undefined;
  /** The last change of the DAT or its streams. */
  readonly changedAt: Millis | undefined;
  readonly previews: string;
  readonly site: URL;
}

export function exportedDat(
  dat: Dat,
  { totalStreams, changedAt, previews, site }: KnownOfDat,
): ExportedDat {
  const picture = pictureUrl(dat.artworkUrl);
  const tags = (people: Dat['producers']) => [...new Set(people.map(({ tag }) => tag))];
  return {
    id: dat.id,
    page: new URL(datHref(dat.id), site).href,
    song: dat.songName,
    artist: known(dat.artistName),
    creator: known(dat.creatorUsername),
    tier: dat.tier,
    chain: dat.chain,
    genres: [...dat.genres],
    releasedAt: instant(dat.releasedAt),
    artwork: picture ? new URL(picture, site).href : null,
    preview: dat.preview ? previewAddress(previews, dat.preview.file) : null,
    previewSeconds: dat.preview?.seconds ?? null,
    previewPeaks: dat.preview?.peaks ?? null,
    artistFeatures: tags(dat.artistFeatures),
    producers: tags(dat.producers),
    songwriters: tags(dat.songwriters),
    recordLabels: tags(dat.recordLabels),
    soldOut: dat.soldOut,
    editionCount: dat.editions.length,
    editionsForSale: editionsForSale(dat).length,
    lowestPriceCents: lowestPriceCents(dat) ?? null,
    availableSharePpm: availableSharePpm(dat),
    totalStreams: totalStreams ?? null,
    ...factsRecord(dat.recordingFacts ?? {}),
    takenDownAt: instant(dat.takenDown?.at),
    takenDownReason: known(dat.takenDown?.reason ?? ''),
    changedAt: instant(changedAt),
  };
}

export function exportedEditions(dat: Dat): ExportedEdition[] {
  const forSale = new Set(editionsForSale(dat));
  return dat.editions.map((edition) => ({
    number: edition.number,
    priceCents: edition.priceCents,
    isForSale: forSale.has(edition),
    sharePpm: edition.sharePpm,
    isWithCreator: edition.isWithCreator,
    owner: known(edition.ownerUsername),
  }));
}

/** Returns the fields before the DATS in /data/v1/dats.json, which lists them newest first. */
export const datsFileHead = (changedAt: Millis | undefined) => ({
  version: exportVersion,
  changedAt: instant(changedAt),
});

const exportedPlatform = ({ total, upTo, series }: PlatformFigures): ExportedPlatform => ({
  total,
  upTo: upTo ?? null,
  week: exportedSeries(series.week),
  month: exportedSeries(series.month),
  '3m': exportedSeries(series['3m']),
});

const exportedSeries = (series: Series | undefined): ExportedPlatform['week'] =>
  series
    ? {
        last: series.last,
        streams: [...series.streams],
        ...(series.downloads ? { downloads: [...series.downloads] } : {}),
        ...(series.partial ? { partial: [...series.partial] } : {}),
      }
    : null;

const exportedStreams = (figures: DatFigures | undefined): Record<string, ExportedPlatform> =>
  Object.fromEntries(
    Object.entries(figures?.platforms ?? {}).map(([platform, own]) => [
      platform,
      exportedPlatform(own),
    ]),
  );

const exportedEvent = ({ at, from, to, ...event }: HistoryLine): ExportedEvent => ({
  ...event,
  at: new Date(at).toISOString(),
  from: from || null,
  to: to || null,
});

/** Builds /data/v1/dats/{id}.json: a DAT with its editions, streams and history. */
export const datFile = (
  { dat, history }: { readonly dat: Dat; readonly history?: readonly HistoryLine[] | undefined },
  figures: DatFigures | undefined,
  known: KnownOfDat,
) => ({
  version: exportVersion,
  ...exportedDat(dat, known),
  editions: exportedEditions(dat),
  streams: exportedStreams(figures),
  history: (history ?? []).map(exportedEvent),
});

/** Builds /data/v1/market.json: the token blocks with stock, cheapest first, and the remaining tokens. */
export const marketFile = (
  { blocks, metrics }: Pick<SnapshotReading, 'blocks' | 'metrics'>,
  changedAt: Millis | undefined,
) => ({
  version: exportVersion,
  changedAt: instant(changedAt),
  blocks: stockedBlocks(blocks).map((block) => ({
    id: block.id,
    priceCents: block.priceCents,
    available: availableIn(block),
  })),
  tokensRemaining: utilityTokensRemaining(blocks),
  rewardTokensRemaining: rewardTokensRemaining(metrics),
});
