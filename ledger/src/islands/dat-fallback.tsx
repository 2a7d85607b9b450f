import { DatPage } from '../components/dat-page.tsx';
import { datHead } from '../views/dat-head.ts';
import { datView } from '../views/dat-view.ts';
import { drawFallback } from './fallback.tsx';

export const drawDatFallback = (): Promise<void> =>
  drawFallback({
    notFound: 'There is no DAT at this address.',
    find: (dats, id) => {
      const dat = dats.find((each) => each.id === id);
      return dat && { title: datHead(dat).title, body: <DatPage dat={datView(dat)} /> };
    },
  });
