import { Certificate } from '../components/certificate.tsx';
import { segmentOf } from '../views/addresses.ts';
import { certificateView } from '../views/certificate-view.ts';
import { byline } from '../views/dat-head.ts';
import { drawFallback } from './fallback.tsx';
import { readHistory } from './public-history.ts';

/** A history that cannot be read leaves the day open, not the certificate. */
const historyOf = (datId: string) =>
  readHistory(datId).catch((error: unknown) => {
    console.warn('The history cannot be read', error);
    return [];
  });

function start(): void {
  document.getElementById('print-certificate')?.addEventListener('click', () => print());
  const save = document.getElementById('save-certificate');
  save?.addEventListener('click', async () => {
    const { saveCertificate } = await import('./certificate-picture.ts');
    await saveCertificate();
  });
}

/**
 * Draws the certificate of an edition as the public data has it now: it names the owner, who
 * changes, so no page of it is ever prebuilt.
 */
export async function drawCertificate(): Promise<void> {
  const number = Number(segmentOf(location.pathname, 2));
  await drawFallback({
    notFound: 'There is no edition at this address.',
    find: async (dats, id) => {
      const dat = dats.find((each) => each.id === id);
      if (!dat) return undefined;
      const history = await historyOf(id);
      const { origin } = location;
      const view = certificateView(dat, number, { history, origin, now: Date.now() });
      const title = `Certificate of ${byline(dat)}, edition ${number}`;
      return view && { title, body: <Certificate certificate={view} /> };
    },
  });
  start();
}
