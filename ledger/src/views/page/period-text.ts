import { formatDay, formatDays } from '@datchain/shared/domain/format.ts';
import type { Period, Span } from '@datchain/shared/domain/streams/spans.ts';
import { addDays, type Day, listDays, mondayOf, startOfDay } from '@datchain/shared/domain/time.ts';

export interface PeriodText {
  /** First cell of its row: 'Fri 13 Nov', 'Week 46', 'Nov 2026'. */
  readonly row: string;
  /** Days beside a name that does not say them: '9 to 15 Nov'. */
  readonly detail?: string;
  /** Under the chart: '13 Nov', 'Week 46', 'Nov'. */
  readonly axis: string;
  /** With everything: 'Fri 13 Nov 2026', 'Week 46, 9 to 15 Nov 2026', 'Nov 2026'. */
  readonly full: string;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const withoutYear = (text: string): string => text.slice(0, -5);

function endsOf(span: Span, period: Period): readonly [Day, Day] {
  if (span === 'week') return [period, period];
  if (span === 'month') return [mondayOf(period), addDays(mondayOf(period), 6)];
  return [`${period}-01`, listDays(period).at(-1) ?? period];
}

/** Formats the end of known data in an unfinished period: 'up to 18 Nov'. */
export function reachText(span: Span, period: Period, upTo: Day | undefined): string | undefined {
  const [first, last] = endsOf(span, period);
  if (upTo === undefined || upTo < first || upTo >= last) return undefined;
  return `up to ${withoutYear(formatDay(upTo))}`;
}

export function periodText(span: Span, period: Period): PeriodText {
  const [first, last] = endsOf(span, period);
  const date = formatDay(first);
  if (span === 'week') {
    const weekday = weekdays[new Date(startOfDay(period)).getUTCDay()];
    const axis = withoutYear(date);
    return { row: `${weekday} ${axis}`, axis, full: `${weekday} ${date}` };
  }
  if (span === 'month') {
    const row = `Week ${Number(period.slice(-2))}`;
    const days = formatDays(first, last);
    const detail = first.slice(0, 4) === last.slice(0, 4) ? withoutYear(days) : days;
    return { row, detail, axis: row, full: `${row}, ${days}` };
  }
  const month = date.slice(2);
  return { row: month, axis: withoutYear(month), full: month };
}

/** Formats a range of periods, oldest first: '13 to 19 Nov 2026', 'Sep to Nov 2026'. */
export function periodsText(span: Span, periods: readonly Period[]): string {
  const [first, last] = [periods[0] ?? '', periods.at(-1) ?? ''];
  if (span === '3m') {
    const [from, to] = [periodText(span, first).full, periodText(span, last).full];
    return from.slice(-4) === to.slice(-4) ? `${withoutYear(from)} to ${to}` : `${from} to ${to}`;
  }
  return formatDays(endsOf(span, first)[0], endsOf(span, last)[1]);
}
