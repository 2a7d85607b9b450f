import { confirmedHash, confirmedText } from '@datchain/shared/domain/confirmed-email.ts';
import { wantedQuantity } from '@datchain/shared/ui/purchase/wanted-purchase.ts';
import { withPart } from '../page/with-part.ts';

/** Makes /home live when the browser is idle, or at the first touch. A press of BUY TOKENS before that is not lost. */
export function startHome(): void {
  const container = document.getElementById('market');
  if (!container) return;
  // The link that confirms a new account's address leads back here.
  if (location.hash === confirmedHash) {
    const said = document.createElement('p');
    Object.assign(said, { className: 'notice', role: 'status', textContent: confirmedText });
    container.before(said);
  }
  let started = false;
  let buyAtOnce = wantedQuantity() !== undefined;
  const onClick = ({ target }: Event) => {
    buyAtOnce ||= target instanceof Element && target.closest('#buy-tokens') !== null;
  };
  const start = async () => {
    if (started) return;
    started = true;
    await withPart(import('./mount-market.tsx'), (market) => {
      container.removeEventListener('click', onClick);
      market.mountMarket(container, buyAtOnce);
    });
  };
  container.addEventListener('click', onClick);
  container.addEventListener('pointerdown', start, { once: true });
  container.addEventListener('focusin', start, { once: true });
  if (buyAtOnce) void start();
  else if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
}
