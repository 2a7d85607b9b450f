import { AnalyticsPage } from '../../components/analytics-page.tsx';
import { analyticsProps } from '../../views/analytics/analytics-view.ts';
import { analyticsHead } from '../../views/dat/dat-head.ts';
import { drawFallback } from '../page/fallback.tsx';
import { startAnalytics } from './analytics.ts';
import { readFigures } from './public-figures.ts';

/** Draws the analytics of a DAT that is newer than the last rebuild, from live public data (R-ANA-08). */
export async function drawAnalyticsFallback(): Promise<void> {
  await drawFallback({
    notFound: 'There is no DAT at this address.',
    find: async (dats, id) => {
      const dat = dats.find((each) => each.id === id);
      if (!dat) return undefined;
      const props = analyticsProps(dat, await readFigures(id));
      return { title: analyticsHead(dat).title, body: <AnalyticsPage {...props} /> };
    },
  });
  startAnalytics();
}
