import { pressToPlay } from '@datchain/shared/ui/press-to-play.ts';
import { enhanceTopBar } from '@datchain/shared/ui/top-bar-enhance.ts';
import { tellPageAge } from './page-age.ts';

/** A press on the backdrop of an open dialog: the dialog itself, outside of everything in it. */
const isBackdrop = (target: EventTarget | null): target is HTMLDialogElement =>
  target instanceof HTMLDialogElement && target.open;

/** Browsers that open and close dialogs by their buttons' commands need no help with that. */
const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;

/** Opens and closes the prebuilt dialogs of a page; Escape and the focus are the browser's. */
function enhanceDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (isBackdrop(target)) target.close();
    if (knowsCommands) return;
    if (!(target instanceof Element)) return;
    const opener = target.closest<HTMLElement>('[data-opens]');
    const dialog = opener && document.getElementById(opener.dataset.opens ?? '');
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    if (target.closest('[data-closes]')) target.closest('dialog')?.close();
  });
}

/** All the script of a page without live figures. */
export function enhancePage(): void {
  const bar = document.querySelector<HTMLElement>('.top-bar');
  // Neither the landing nor the player for other sites has one.
  if (bar) {
    enhanceTopBar(bar);
    tellPageAge().catch(() => {});
  }
  enhanceDialogs();
  pressToPlay();
}
