import type { Dat } from '@datchain/shared/domain/dats.ts';
import { DatPage } from '../../components/dat-page.tsx';
import { datHead } from '../../views/dat/dat-head.ts';
import { datView } from '../../views/dat/dat-view.ts';
import { drawFallback } from '../page/fallback.tsx';
import { startDat } from './dat.ts';
import { showHistory } from './redraw-dat.tsx';

/** Draws a DAT that is newer than the last rebuild; its history comes after it. */
export async function drawDatFallback(): Promise<void> {
  let found: Dat | undefined;
  await drawFallback({
    notFound: 'There is no DAT at this address.',
    find: (dats, id) => {
      found = dats.find((each) => each.id === id);
      return found && { title: datHead(found).title, body: <DatPage dat={datView(found)} /> };
    },
  });
  if (!found) return;
  if (found.editions.length === 0) console.warn(`The editions of ${found.id} cannot be read`);
  startDat();
  await showHistory(datView(found).facts);
}
