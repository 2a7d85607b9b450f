import {
  type DatFigures,
  figuresOfDays,
  figuresOfOwnStats,
  joinFigures,
  type PlatformFigures,
} from '../domain/streams/figures.ts';
import type { Platform } from '../domain/streams/platforms.ts';
import type { Calendar } from '../domain/streams/spans.ts';
import {
  readAnalytics,
  readEarlier,
  readOwnStats,
  readReported,
  readStreamEarnings,
  readWaiting,
  summaryPlatforms,
} from './documents/analytics.ts';
import type { BadRow } from './documents/asset-summary.ts';
import { readBooked } from './documents/dat-brought.ts';
import { docs, live } from './paths.ts';
import { isRecord } from './tolerant.ts';

export interface StreamFigures {
  readonly byDat: Readonly<Record<string, DatFigures>>;
  readonly badRows: readonly BadRow[];
}

type ByPlatform = Partial<Record<Platform, PlatformFigures>>;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export class FigureGathering {
  readonly #known = new Map<string, ByPlatform>();
  readonly #earningsUsd = new Map<string, number>();
  readonly #bookedUsd = new Map<string, number>();
  readonly #badRows: BadRow[] = [];
  readonly #calendar: Calendar;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  #add(datId: string, platform: Platform, figures: PlatformFigures | undefined): void {
    if (!figures) return;
    const own = this.#known.get(datId) ?? {};
    // A work is in one summary document; if it is in two, the first counts.
    this.#known.set(datId, { [platform]: figures, ...own });
  }

  #bad(row: string): (place?: string) => void {
    return (place) =>
      this.#badRows.push({ row: place ? `${row}.${place}` : row, problem: 'cannot be read' });
  }

  /** Adds a document of `analyticsSummaries`: days of many works (R-ANA-06). */
  addSummary(documentId: string, data: Readonly<Record<string, unknown>>): void {
    for (const [datId, stored] of Object.entries(data)) {
      const onBad = this.#bad(`${docs.analyticsSummaries}/${documentId}.${datId}`);
      if (!isRecord(stored)) onBad();
      const days = readAnalytics(stored, onBad);
      for (const platform of summaryPlatforms) {
        const earlier = readEarlier(stored, platform);
        const figures = figuresOfDays(days[platform], this.#calendar, earlier);
        const reported = readReported(stored, platform);
        const waiting = sumOf(Object.values(readWaiting(stored, platform)));
        this.#add(
          datId,
          platform,
          figures && {
            ...figures,
            ...(reported ? { reported } : {}),
            ...(waiting > 0 ? { waiting } : {}),
          },
        );
      }
    }
  }

  addOwnStats(part: Readonly<Record<string, unknown>>): void {
    for (const [datId, stored] of Object.entries(part)) {
      // The database returns dense keys as a list with holes.
      if (stored === null) continue;
      const onBad = this.#bad(live.streamStats(datId));
      if (!isRecord(stored)) onBad();
      const earningsUsd = readStreamEarnings(stored);
      if (earningsUsd !== undefined) this.#earningsUsd.set(datId, earningsUsd);
      this.#add(datId, 'spndat', figuresOfOwnStats(readOwnStats(stored, onBad), this.#calendar));
    }
  }

  addEarnings(part: Readonly<Record<string, unknown>>): void {
    for (const [datId, stored] of Object.entries(part)) {
      const { streamUsd } = readBooked(stored);
      if (streamUsd > 0) this.#bookedUsd.set(datId, streamUsd);
    }
  }

  figures(): StreamFigures {
    const byDat: Record<string, DatFigures> = {};
    for (const [datId, own] of this.#known) {
      const figures = joinFigures(own);
      if (!figures) continue;
      const bookedUsd = this.#bookedUsd.get(datId);
      const earningsUsd = this.#earningsUsd.get(datId) ?? bookedUsd;
      byDat[datId] = {
        ...figures,
        ...(earningsUsd === undefined ? {} : { earningsUsd }),
        ...(bookedUsd === undefined ? {} : { bookedUsd }),
      };
    }
    return { byDat, badRows: this.#badRows };
  }
}
