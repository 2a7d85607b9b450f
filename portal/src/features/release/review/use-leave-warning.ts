import { isPortalPath } from '@datchain/shared/domain/portal-paths.ts';
import { useEffectEvent, useLayoutEffect } from 'react';
import { guardHistory } from '../../../app/history-guard.ts';

const question = 'The release is not submitted yet. Leave this page and stop the upload?';

/** The address that a press on a link would open without a page load; undefined for all else. */
function portalLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.target === '_blank' || link.origin !== location.origin) return;
  if (link.pathname === location.pathname) return;
  return isPortalPath(link.pathname) ? link : undefined;
}

/** How far the router was in its own history when it wrote this entry. */
const indexOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;

/**
 * Asks before the page is left, by whatever way: closing, an address, a link, back or forward.
 *
 * @param onLeave called with the answer, not when the screen has gone: someone who comes back
 * before the router has drawn the next one keeps this one
 */
export function useLeaveWarning(isBusy: boolean, onLeave: () => void): void {
  // Progress draws the screen again and again: a question that is under way goes on.
  const leave = useEffectEvent(onLeave);
  // Before the next paint: the very moment it ends no one may be asked any more.
  useLayoutEffect(() => {
    if (!isBusy) return;
    const listening = new AbortController();
    const { signal } = listening;
    const here = indexOf(history.state);
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
      // The router must not hear of it; then the address goes back to where the page still is.
      event.stopImmediatePropagation();
      if (!isReturning) history.go(here - indexOf(event.state));
      isReturning = !isReturning;
    });
    return () => {
      listening.abort();
      endGuard();
    };
  }, [isBusy]);
}
