import { formatDate, formatDay } from '@datchain/shared/domain/format.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import { FINAL_AFTER_MILLIS } from '@datchain/shared/domain/streams/final-days.ts';
import { platformNames } from '@datchain/shared/domain/streams/platform-name.ts';
import { type Platform, platforms } from '@datchain/shared/domain/streams/platforms.ts';
import { sources } from '@datchain/shared/domain/streams/sources.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';

export interface SourceLine {
  readonly platform: string;
  readonly source: string;
  readonly upTo: string | undefined;
  readonly lastImport: string | undefined;
  readonly delay: string;
}

const settled = `${FINAL_AFTER_MILLIS / HOUR_MILLIS} hours`;

/** The platforms' own delays, and the importer's (docs/streams.md). */
const delays: Readonly<Record<Platform, string>> = {
  spotify: `A day is counted by the next afternoon and shown once it is ${settled} old.`,
  apple_music: `A day is counted by the next day, for a new release two days later, and shown once it is ${settled} old.`,
  amazon_music:
    'Not known: there are no daily reports. Distributors’ reports come 2 to 6 months later.',
  spndat: 'None: our own player counts as it plays.',
};

/** Amazon Music has no daily reports: if there are any, the artist or label wrote them. */
function delayOf(platform: Platform, figures: DatFigures | undefined): string {
  const isWritten = figures?.platforms[platform]?.reported?.sources.includes('own_csv');
  return platform === 'amazon_music' && isWritten
    ? `Not published by Amazon Music. A day is shown once it is reported and ${settled} old.`
    : delays[platform];
}

function sourceOf(platform: Platform, figures: DatFigures | undefined): string {
  if (platform === 'spndat') return 'Counted by our own player, which nobody pays for';
  const own = figures?.platforms[platform];
  if (!own) return 'No report yet';
  const reports = own.reported?.sources.map((source) => sources[source].name) ?? [];
  return reports.length === 0
    ? 'Reported by the artist or label'
    : `${reports.join(', ')} from the artist or label`;
}

export const sourceLines = (figures: DatFigures | undefined): SourceLine[] =>
  platforms.map((platform) => {
    const own = figures?.platforms[platform];
    return {
      platform: platformNames[platform],
      source: sourceOf(platform, figures),
      upTo: own?.upTo && formatDay(own.upTo),
      lastImport: own?.reported && formatDate(own.reported.at),
      delay: delayOf(platform, figures),
    };
  });
