import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering, type StreamFigures } from '@datchain/shared/contracts/stream-figures.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Copied, CopyFile } from './copy-file.ts';
import { copiedValues } from './copy-live.ts';

export const streamsPath = (id: string): string => `${docs.analyticsSummaries}/${id}`;

export const worksInDays = (value: unknown): string[] =>
  isRecord(value) ? Object.keys(value) : [];

interface StoredStreams {
  readonly days: Iterable<Copied>;
  readonly ownStats: Iterable<Copied>;
  readonly earnings: Iterable<Copied>;
}

export function foldStreams(
  { days, ownStats, earnings }: StoredStreams,
  now: Millis,
): StreamFigures {
  const gathering = new FigureGathering(buildCalendar(utcDay(now)));
  for (const { id, value } of days) if (isRecord(value)) gathering.addSummary(id, value);
  for (const { id, value } of ownStats) gathering.addOwnStats({ [id]: value });
  for (const { id, value } of earnings) gathering.addEarnings({ [id]: value });
  return gathering.figures();
}

interface ReadStreams {
  readonly figures: StreamFigures;
  readonly documents: readonly (readonly [id: string, dats: readonly string[]])[];
}

export function readStreams(file: CopyFile, now: Millis): ReadStreams {
  const documents: [id: string, dats: string[]][] = [];
  function* days(): Generator<Copied> {
    for (const document of file.all(docs.analyticsSummaries)) {
      documents.push([document.id, worksInDays(document.value)]);
      yield document;
    }
  }
  const ownStats = copiedValues(file, live.allStreamStats);
  const earnings = copiedValues(file, live.allEarnings);
  return { figures: foldStreams({ days: days(), ownStats, earnings }, now), documents };
}
