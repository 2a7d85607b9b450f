import type { Dat } from '@datchain/shared/domain/dats.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { Certificate } from '../../components/certificate.tsx';
import { Certificates } from '../../components/certificates.tsx';
import { certificateAsked } from '../../views/certificate/certificate-asked.ts';
import { certificateView } from '../../views/certificate/certificate-view.ts';
import { certificatesView } from '../../views/certificate/certificates-view.ts';
import { byline, certificateHead } from '../../views/dat/dat-head.ts';
import { certificateHref } from '../../views/page/addresses.ts';
import { drawFallback, type FoundPage } from '../page/fallback.tsx';
import { readHistory } from '../page/public-history.ts';

/** A history that cannot be read leaves the day open, not the certificate. */
const historyOf = (datId: string) =>
  readHistory(datId).catch((error: unknown) => {
    warnLater('The history cannot be read', error);
    return [];
  });

async function certificatePage(dat: Dat, edition: number | undefined): Promise<FoundPage> {
  const all = (isUnknown: boolean): FoundPage => ({
    title: certificateHead(dat).title,
    body: <Certificates certificates={certificatesView(dat)} isUnknown={isUnknown} />,
  });
  if (edition === undefined) return all(false);
  const history = await historyOf(dat.id);
  const { origin } = location;
  const view = certificateView(dat, edition, { history, origin, now: Date.now() });
  if (!view) return all(true);
  return {
    title: `Certificate of ${byline(dat)}, edition ${edition}`,
    body: <Certificate certificate={view} />,
  };
}

/** Someone who came by an address of the first kind passes on the one that is shown with a picture. */
function showAddress(): void {
  const { datId, edition } = certificateAsked(location);
  if (edition === undefined || Number.isNaN(edition)) return;
  history.replaceState(history.state, '', certificateHref(datId, edition));
}

async function showProof(button: HTMLButtonElement, state: HTMLElement): Promise<void> {
  button.disabled = true;
  state.textContent = 'The proof is being made.';
  try {
    const { saveProof } = await import('./certificate-proof.ts');
    state.textContent = await saveProof();
  } catch (error) {
    warnLater('The proof cannot be made', error);
    state.textContent = 'The proof could not be made: the public log could not be read. Try again.';
  } finally {
    button.disabled = false;
  }
}

async function share(state: HTMLElement): Promise<void> {
  const { title } = document;
  // Leaving the device's own sheet without a choice is not a failure.
  if (navigator.share) return navigator.share({ title, url: location.href }).catch(() => {});
  try {
    await navigator.clipboard.writeText(location.href);
    state.textContent = 'Link copied.';
  } catch {
    prompt('Copy this:', location.href);
  }
}

function start(): void {
  const prove = document.querySelector<HTMLButtonElement>('#save-proof');
  const state = document.getElementById('proof-state');
  if (prove && state) prove.addEventListener('click', () => void showProof(prove, state));
  const shared = document.getElementById('share-certificate');
  if (state) shared?.addEventListener('click', () => void share(state));
  document.getElementById('print-certificate')?.addEventListener('click', () => print());
  const save = document.getElementById('save-certificate');
  save?.addEventListener('click', async () => {
    const { saveCertificate } = await import('./certificate-picture.ts');
    await saveCertificate();
  });
}

/** Draws the certificate that the address asks for from the public data; without an edition, those of all. */
export async function drawCertificate(container = document.getElementById('fallback')) {
  const { edition } = certificateAsked(location);
  const fallback = {
    notFound: 'There is no DAT at this address.',
    find: async (dats: readonly Dat[], id: string) => {
      const dat = dats.find((each) => each.id === id);
      return dat && certificatePage(dat, edition);
    },
  };
  await drawFallback(fallback, container);
  if (!document.getElementById('print-certificate')) return;
  showAddress();
  start();
}
