import { readChoices } from '@datchain/shared/ui/kept-choices.ts';

const choices = 'a[href^="/follow/"], a[href^="/tell/"]';

const isPlain = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);

const isSignedIn = (): boolean => document.documentElement.classList.contains('signed-in');

/** Does in place what such a link asks the portal for (N-FST-08); where that fails, the link leads to the portal. */
export function startChoices(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>(choices);
    if (!link || !isPlain(event) || !isSignedIn()) return;
    event.preventDefault();
    if (link.ariaBusy === 'true') return;
    link.setAttribute('aria-busy', 'true');
    import('./choose.ts').then(
      ({ choose }) => choose(link),
      () => location.assign(link.href),
    );
  });
  showChoices();
}

/** Says at each link what this browser knows to be chosen already, with the way back (N-FST-08). */
export function showChoices(): void {
  if (!isSignedIn()) return;
  const chosen = readChoices();
  for (const link of document.querySelectorAll<HTMLAnchorElement>(choices)) {
    const name = chosen.get(link.pathname);
    if (name === undefined || link.hidden) continue;
    import('./choose.ts').then(
      ({ choose }) => choose(link, name),
      () => {},
    );
  }
}
