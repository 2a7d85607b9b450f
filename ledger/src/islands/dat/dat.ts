import { withPart } from '../page/with-part.ts';
import { choiceShown } from './edition-choice.ts';
import { shareLinks } from './share.ts';

/** Makes a DAT's page alive: choosing and sharing at once, live prices and owners once the browser is idle. */
export function startDat(): void {
  // Visitors do not load this part.
  if (document.documentElement.classList.contains('signed-in')) {
    void import('./reader.ts').then(({ startReader }) => startReader());
  }
  choiceShown();
  shareLinks();
  const follow = () => withPart(import('./dat-live.ts'), (live) => live.followDat());
  if ('requestIdleCallback' in window) requestIdleCallback(follow, { timeout: 2000 });
  else setTimeout(follow, 200);
}
