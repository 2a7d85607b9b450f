import { addDays, type Day, isoWeekOf, listDays, mondayOf, monthBefore, monthOf } from '../time.ts';

/** The periods a chart shows, and how many it searches back for the newest figure, today's included (R-ANA-05). */
export const spans = {
  week: { shown: 7, reach: 180 },
  month: { shown: 4, reach: 12 },
  '3m': { shown: 3, reach: 1 },
} as const;

export type Span = keyof typeof spans;
export const spanNames = Object.keys(spans) as readonly Span[];

/** A day `YYYY-MM-DD`, an ISO week `YYYY-Www` or a month `YYYY-MM`, depending on the span. */
export type Period = string;

export interface PeriodDays {
  readonly period: Period;
  readonly days: readonly Day[];
}

/** The periods of all charts, newest first: computed once for all works of a day. */
export interface Calendar {
  readonly today: Day;
  readonly spans: Readonly<Record<Span, readonly PeriodDays[]>>;
}

const before: Readonly<Record<Span, (period: Period) => Period>> = {
  week: (day) => addDays(day, -1),
  month: (week) => isoWeekOf(addDays(mondayOf(week), -7)),
  '3m': monthBefore,
};

const weekDays = (week: Period): Day[] =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(mondayOf(week), day));

/** Lists periods back from the last one, newest first. */
export function periodsBack(span: Span, last: Period, count: number): Period[] {
  const periods = [last];
  while (periods.length < count) periods.push(before[span](periods.at(-1) ?? last));
  return periods;
}

export function buildCalendar(today: Day): Calendar {
  const list = (span: Span, last: Period, days: (period: Period) => readonly Day[]) =>
    periodsBack(span, last, spans[span].reach + spans[span].shown - 1).map((period) => ({
      period,
      days: days(period),
    }));
  return {
    today,
    spans: {
      week: list('week', today, (day) => [day]),
      month: list('month', isoWeekOf(today), weekDays),
      '3m': list('3m', monthOf(today), listDays),
    },
  };
}
