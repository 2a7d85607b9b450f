import { AnalyticsPage } from '../components/analytics-page.tsx';
import { analyticsHead } from '../views/dat-head.ts';
import { datView } from '../views/dat-view.ts';
import { drawFallback } from './fallback.tsx';

export const drawAnalyticsFallback = (): Promise<void> =>
  drawFallback({
    notFound: 'There is no DAT at this address.',
    find: (dats, id) => {
      const dat = dats.find((each) => each.id === id);
      return dat && { title: analyticsHead(dat).title, body: <AnalyticsPage dat={datView(dat)} /> };
    },
  });
