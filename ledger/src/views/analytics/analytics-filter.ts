import type { Platform } from '@datchain/shared/domain/streams/platforms.ts';
import { type Span, spanNames } from '@datchain/shared/domain/streams/spans.ts';

/** The platforms that can be chosen, in their words on screen (R-ANA-03). */
export const platformChoices = ['all', 'spotify', 'apple', 'amazon', 'spndat'] as const;
export type PlatformChoice = (typeof platformChoices)[number];
export const timeChoices = spanNames;

export interface AnalyticsFilter {
  readonly platform: PlatformChoice;
  readonly time: Span;
}

export const firstFilter: AnalyticsFilter = { platform: 'all', time: 'week' };

export const platformByChoice: Readonly<Record<PlatformChoice, Platform | 'all'>> = {
  all: 'all',
  spotify: 'spotify',
  apple: 'apple_music',
  amazon: 'amazon_music',
  spndat: 'spndat',
};

/** Reads the query of an address. Unknown values are ignored. */
export function readAnalyticsFilter(search: string): AnalyticsFilter {
  const query = new URLSearchParams(search);
  const platform = platformChoices.find((choice) => choice === query.get('platform'));
  const time = timeChoices.find((choice) => choice === query.get('time'));
  return { platform: platform ?? firstFilter.platform, time: time ?? firstFilter.time };
}

export const isFirstFilter = ({ platform, time }: AnalyticsFilter): boolean =>
  platform === firstFilter.platform && time === firstFilter.time;

/** Returns a filter's query: `?platform=spotify&time=3m`; '' for the first filter. */
export const analyticsSearch = (filter: AnalyticsFilter): string =>
  isFirstFilter(filter) ? '' : `?platform=${filter.platform}&time=${filter.time}`;
