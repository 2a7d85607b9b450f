import { datFileSchema } from '@datchain/shared/contracts/public-export.ts';
import { formatCount, formatDate, formatMonth, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { platforms } from '@datchain/shared/domain/streams/platforms.ts';
import { periodsBack, type Span, spans } from '@datchain/shared/domain/streams/spans.ts';
import * as v from 'valibot';
import { platformName } from '../../lib/text/platform-name.ts';

const fileSchema = v.pick(datFileSchema, ['streams']);

/** The streams of a work by platform, as its public file has them. */
export type WorkStreams = v.InferOutput<typeof fileSchema>['streams'];

/**
 * Reads the public file of one work, `/data/v1/dats/{datId}.json`; undefined where the ledger has not
 * built it yet, which Hosting answers with a page.
 *
 * @throws when it cannot be loaded, or is not such a file
 */
export async function readWorkStreams(datId: string): Promise<WorkStreams | undefined> {
  const answer = await fetch(`/data/v1/dats/${encodeURIComponent(datId)}.json`);
  if (answer.status === 404 || answer.headers.get('content-type')?.includes('html'))
    return undefined;
  if (!answer.ok) throw new Error(`The streams of ${datId} answered ${answer.status}`);
  return v.parse(fileSchema, await answer.json()).streams;
}

/** A figure of a platform in a period. */
export interface StreamCell {
  /** Null where nothing was reported: that is not a zero. */
  readonly streams: number | null;
  /** A day lacks, or the period is not over. */
  readonly isPartial: boolean;
}

export interface StreamTable {
  /** As people read them. */
  readonly platforms: readonly string[];
  /** Newest first; one cell for each platform. */
  readonly rows: readonly { readonly period: string; readonly cells: readonly StreamCell[] }[];
}

const nothing: StreamCell = { streams: null, isPartial: false };

/** A work's streams side by side, platform by platform, up to the newest period of any of them. */
export function streamTable(streams: WorkStreams, span: Span): StreamTable {
  const own = platforms.flatMap((platform) => {
    const series = streams[platform]?.[span];
    if (!series) return [];
    const periods = periodsBack(span, series.last, series.streams.length).reverse();
    const cells = periods.map((period, at): [string, StreamCell] => [
      period,
      { streams: series.streams[at] ?? null, isPartial: series.partial?.includes(at) ?? false },
    ]);
    return [{ platform, last: series.last, cells: new Map(cells) }];
  });
  const last = own.reduce((newest, each) => (each.last > newest ? each.last : newest), '');
  return {
    platforms: own.map(({ platform }) => platformName(platform)),
    rows:
      last === ''
        ? []
        : periodsBack(span, last, spans[span].shown).map((period) => ({
            period,
            cells: own.map(({ cells }) => cells.get(period) ?? nothing),
          })),
  };
}

/** '2026-11-14' → '14 Nov 2026', '2026-W46' → 'Week 46 of 2026', '2026-11' → 'November 2026'. */
export function streamPeriod(period: string): string {
  const [year, week] = period.split('-W');
  if (week !== undefined) return `Week ${Number(week)} of ${year}`;
  return period.length === 7 ? formatMonth(period) : formatDate(Date.parse(period));
}

/** A gap is a dash; what is not complete says so. */
export const streamText = ({ streams, isPartial }: StreamCell): string =>
  streams === null ? UNKNOWN : `${formatCount(streams)}${isPartial ? ' so far' : ''}`;
