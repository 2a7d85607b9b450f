import { pressToPlay } from '@datchain/shared/ui/press-to-play.ts';
import { enhanceTopBar } from '@datchain/shared/ui/top-bar-enhance.ts';
import { tellPageAge } from './page-age.ts';

const isBackdrop = (target: EventTarget | null): target is HTMLDialogElement =>
  target instanceof HTMLDialogElement && target.open;

const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;

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
