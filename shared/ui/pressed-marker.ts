import { tabStore } from './site-data.ts';

const key = 'datchain.pressed';

/** Links of public pages whose press is the choice itself: to follow an artist, to be told of a work. */
const choices = /^\/(follow|tell)\//;

/**
 * Notes which of these links was pressed, so that its screen does at once what it says and one press is enough
 * (N-FST-08). Only a press on this site, in this tab, leaves the note: no address alone follows anybody.
 */
export function noteChoices(): void {
  document.addEventListener('click', (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event;
    const link = target instanceof Element && target.closest('a');
    if (!link || metaKey || ctrlKey || shiftKey || link.origin !== location.origin) return;
    if (choices.test(link.pathname)) tabStore.setItem(key, link.pathname);
  });
}

/** Whether a press led to this path; asked again it is over. */
export function takePressed(path: string): boolean {
  const isPressed = tabStore.getItem(key) === path;
  tabStore.removeItem(key);
  return isPressed;
}
