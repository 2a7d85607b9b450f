import { FigureGathering, type StreamFigures } from '@datchain/shared/contracts/stream-figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';

interface StoredStreams {
  /** The day, by UTC, on which the figures are read. */
  readonly today: string;
  /** `analyticsSummaries/summary_1`. */
  readonly summary: Readonly<Record<string, unknown>>;
  readonly stats: Readonly<Record<string, unknown>>;
}

export function foldedStreams({ today, summary, stats }: StoredStreams): StreamFigures {
  const gathering = new FigureGathering(buildCalendar(today));
  gathering.addSummary('summary_1', summary);
  gathering.addOwnStats(stats);
  return gathering.figures();
}
