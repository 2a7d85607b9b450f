import { readAnalyticsFilter } from '../../views/analytics/analytics-filter.ts';
import {
  type AnalyticsProps,
  type AnalyticsView,
  analyticsPropsId,
  analyticsView,
} from '../../views/analytics/analytics-view.ts';

/** What the page was drawn from. */
export const readAnalyticsProps = (): AnalyticsProps =>
  JSON.parse(document.getElementById(analyticsPropsId)?.textContent ?? '{}') as AnalyticsProps;

/** What the page shows under the filter of its address. */
export const shownAnalytics = (): AnalyticsView =>
  analyticsView(readAnalyticsProps().figures, readAnalyticsFilter(location.search));
