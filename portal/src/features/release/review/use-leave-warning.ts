import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import { useEffectEvent, useLayoutEffect } from 'react';
import { guardHistory } from '../../../app/history-guard.ts';

const question = 'The release is not submitted yet. Leave this page and stop the upload?';

/**
 * Returns the portal link that a plain press would open without a page load; undefined for anything
 * else.
 */
function portalLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target === '_blank' || link.origin !== location.origin) return;
  if (link.pathname === location.pathname) return;
  return isPortalPath(link.pathname) ? link : undefined;
}

const readIndex = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;

/**
 * Asks before the page is left in any way: closing, an address, a link, back or forward.
 *
 * @param onLeave called with the answer, not when the screen has unmounted: someone who comes back
 * before the router renders the next screen keeps this one
 */
export function useLeaveWarning(isBusy: boolean, onLeave: () => void): void {
  // Progress renders the screen repeatedly; an open question continues.
  const leave = useEffectEvent(onLeave);
  // A layout effect: once the upload ends, not even one more paint may pass with a warning.
  useLayoutEffect(() => {
    if (!isBusy) return;
    const listening = new AbortController();
    const { signal } = listening;
    const here = readIndex(history.state);
    let isReturning = false;
    const mayLeave = (): boolean => {
      const isSure = confirm(question);
      if (isSure) leave();
      return isSure;
    };

    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    document.addEventListener(
      'click',
      (event) => {
        if (!portalLink(event) || mayLeave()) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    const endGuard = guardHistory((event) => {
      if (!isReturning && mayLeave()) return;
      // The router must not see the event; the address then goes back to the current page.
      event.stopImmediatePropagation();
      if (!isReturning) history.go(here - readIndex(event.state));
      isReturning = !isReturning;
    });
    return () => {
      listening.abort();
      endGuard();
    };
  }, [isBusy]);
}
