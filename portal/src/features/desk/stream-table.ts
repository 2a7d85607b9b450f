import { isRecord, readList, readNumber, readText } from '@datchain/shared/contracts/tolerant.ts';
import { formatCount, formatDate, formatMonth, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import { platforms } from '@datchain/shared/domain/streams/platforms.ts';
import { periodsBack, type Span, spanNames, spans } from '@datchain/shared/domain/streams/spans.ts';
import { isDay, isIsoWeek, isMonth } from '@datchain/shared/domain/time.ts';

interface StreamSeries {
  readonly last: string;
  readonly streams: readonly (number | null)[];
  readonly partial?: readonly number[];
}

type PlatformStreams = Readonly<Partial<Record<Span, StreamSeries>>>;

export type WorkStreams = Readonly<Record<string, PlatformStreams>>;

const isPeriod: Readonly<Record<Span, (text: string) => boolean>> = {
  week: isDay,
  month: isIsoWeek,
  '3m': isMonth,
};

/** Reads a series; undefined where it is missing or unreadable: a gap, not a zero. */
function readSeries(span: Span, value: unknown): StreamSeries | undefined {
  if (!isRecord(value)) return undefined;
  const last = readText(value.last);
  // Not `readList`: it drops the gaps.
  if (!isPeriod[span](last) || !Array.isArray(value.streams)) return undefined;
  return {
    last,
    streams: value.streams.map((each: unknown) => (typeof each === 'number' ? each : null)),
    partial: readList(value.partial).map((each) => readNumber(each, -1)),
  };
}

/**
 * Reads the streams in `/data/v1/dats/{datId}.json`, without a schema, whose code every screen
 * would load.
 */
export function readStreams(file: unknown): WorkStreams {
  const stored = isRecord(file) && isRecord(file.streams) ? file.streams : {};
  return Object.fromEntries(
    Object.entries(stored).map(([platform, own]) => [
      platform,
      Object.fromEntries(
        spanNames.flatMap((span) => {
          const series = readSeries(span, isRecord(own) ? own[span] : undefined);
          return series && series.streams.length > 0 ? [[span, series]] : [];
        }),
      ),
    ]),
  );
}

/**
 * Reads the streams of one work from its public file, `/data/v1/dats/{datId}.json`. For a work that
 * the ledger has not built yet, Hosting answers with a page. The streams then come from the
 * databases, as on the public page.
 *
 * @throws when they cannot be loaded, or are not JSON
 */
export async function readWorkStreams(datId: string, signal: AbortSignal): Promise<WorkStreams> {
  const answer = await fetch(`/data/v1/dats/${encodeURIComponent(datId)}.json`, { signal });
  if (answer.status === 404 || answer.headers.get('content-type')?.includes('html'))
    return (await import('./unbuilt-streams.ts')).readUnbuiltStreams(datId, signal);
  if (!answer.ok) throw new Error(`The streams of ${datId} answered ${answer.status}`);
  return readStreams(await answer.json());
}

export interface StreamCell {
  /** Null where nothing was reported: that is not a zero. */
  readonly streams: number | null;
  /** Whether a day is missing, or the period is not over. */
  readonly isPartial: boolean;
}

export interface StreamRow {
  readonly period: string;
  readonly cells: readonly StreamCell[];
}

export interface StreamTable {
  readonly platforms: readonly string[];
  /** Newest first. */
  readonly rows: readonly StreamRow[];
}

const nothing: StreamCell = { streams: null, isPartial: false };

/** Lines up a work's streams by platform, back from the newest period of any platform. */
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

/**
 * Formats '2026-11-14' as '14 Nov 2026', '2026-W46' as 'Week 46 of 2026', '2026-11' as 'November
 * 2026'.
 */
export function streamPeriod(period: string): string {
  const [year, week] = period.split('-W');
  if (week !== undefined) return `Week ${Number(week)} of ${year}`;
  return period.length === 7 ? formatMonth(period) : formatDate(Date.parse(period));
}

export const streamText = ({ streams, isPartial } = nothing): string =>
  streams === null ? UNKNOWN : `${formatCount(streams)}${isPartial ? ' so far' : ''}`;
