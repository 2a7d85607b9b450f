import { readAnalyticsFilter } from '../../views/analytics/analytics-filter.ts';
import {
  type AnalyticsProps,
  type AnalyticsView,
  analyticsPropsId,
  analyticsView,
} from '../../views/analytics/analytics-view.ts';

export const readAnalyticsProps = (): AnalyticsProps =>
  JSON.parse(document.getElementById(analyticsPropsId)?.textContent ?? '{}') as AnalyticsProps;

export const shownAnalytics = (): AnalyticsView =>
  analyticsView(readAnalyticsProps().figures, readAnalyticsFilter(location.search));
