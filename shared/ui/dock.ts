import { songOf } from './song-of.ts';

const svg = (path: string): string =>
  `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"></path></svg>`;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Element[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function makeTitle(button: HTMLElement): HTMLElement {
  const song = songOf(button);
  const href = button.closest('.dat-card')?.querySelector<HTMLAnchorElement>('h3 a')?.href;
  const title = element('strong', { dir: 'auto' });
  if (href) title.append(element('a', { href, textContent: song }));
  else title.textContent = song;
  return title;
}

const artistOf = (button: HTMLElement): string =>
  button.dataset.artist ??
  button.closest('article')?.querySelector('.dat-card-names > p')?.textContent ??
  '';

let dock: HTMLElement | undefined;

function close(): void {
  const button = dock?.querySelector<HTMLElement>('[data-preview]');
  if (button?.dataset.state === 'playing' || button?.dataset.state === 'loading') button.click();
  dock?.remove();
  dock = undefined;
}

/**
 * Shows a started preview in a dock at the foot of the page, to seek and stop it on any scroll position and
 * screen (N-SND-05). A work's own page has a player instead.
 */
export function showInDock(button: HTMLElement): void {
  const { preview = '' } = button.dataset;
  if (button.closest('.player')) return;
  if (dock?.querySelector<HTMLElement>('[data-preview]')?.dataset.preview === preview) return;
  dock?.remove();
  const play = element('button', {
    type: 'button',
    className: 'play play-player',
    ariaLabel: `Play preview of ${songOf(button)}`,
    innerHTML: button.innerHTML,
  });
  Object.assign(play.dataset, { preview, artist: artistOf(button) });
  const seek = element('input', {
    type: 'range',
    className: 'player-seek',
    min: '0',
    max: '30',
    step: '0.1',
    value: '0',
    hidden: true,
    ariaLabel: 'Position in the preview',
  });
  dock = element(
    'section',
    { className: 'dock', ariaLabel: 'Now playing' },
    element(
      'div',
      { className: 'player' },
      play,
      element(
        'p',
        { className: 'dock-work' },
        makeTitle(button),
        element('span', {
          className: 'small muted',
          dir: 'auto',
          textContent: artistOf(button),
        }),
      ),
      seek,
      element('span', { className: 'player-time tabular' }),
      element('button', {
        type: 'button',
        className: 'icon-button',
        ariaLabel: 'Close the player',
        onclick: close,
        innerHTML: svg('m1.5 1.5 13 13m0-13-13 13'),
      }),
      element('p', { className: 'player-status small', role: 'status' }),
    ),
  );
  document.body.append(dock);
}
