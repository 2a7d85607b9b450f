import { previewName } from '@datchain/shared/domain/preview-address.ts';
import { type EmbedView, embedView } from '../../views/dat/embed-view.ts';
import { readPathSegment } from '../../views/page/addresses.ts';
import { pausePreview } from './pause-preview.ts';

const root = document.documentElement;

const find = <T extends Element = HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
};

/** Shows the work that the address names, for other sites (N-SND-10). */
export async function startEmbed(): Promise<void> {
  if (new URLSearchParams(location.search).get('theme') === 'light')
    root.classList.add('always-light');
  await show();
}

async function show(): Promise<void> {
  const embed = find('.embed');
  embed.ariaBusy = 'true';
  try {
    const id = readPathSegment(location.pathname);
    const view = await findWork(id);
    if (view) {
      draw(view);
      if (!view.takenDown) void followTakedown(id, view);
    } else say('Not found', 'There is no such work on datchain.', seeDats());
  } catch (error) {
    console.warn('The work cannot be read', error);
    say('datchain cannot be reached', 'The rest of this page works.', tryAgain());
  }
  embed.ariaBusy = 'false';
}

/** The work as it was built; one that is newer than that is read where it is stored. */
async function findWork(id: string): Promise<EmbedView | undefined> {
  const answer = await fetch(`/data/v1/dats/${encodeURIComponent(id)}.json`);
  if (answer.ok) return embedView(await answer.json());
  if (answer.status >= 500) throw new Error(`datchain answered ${answer.status}`);
  const { findNewWork } = await import('./embed-new.ts');
  return findNewWork(id);
}

/** Draws a takedown that is newer than the pages (N-FST-04); until it is known the work is shown as it was built. */
async function followTakedown(id: string, view: EmbedView): Promise<void> {
  try {
    const { takenDownNow } = await import('./embed-new.ts');
    const takenDown = await takenDownNow(id);
    if (!takenDown) return;
    pausePreview();
    draw({ ...view, takenDown });
  } catch (error) {
    console.warn('Nobody can say whether the work was taken down', error);
  }
}

function say(title: string, text: string, next: HTMLElement): void {
  find('.embed').dataset.state = 'notice';
  find('.embed-song').textContent = title;
  find('.embed-artist').textContent = '';
  find('#embed-notice').replaceChildren(`${text} `, next);
}

function link(text: string, href: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { textContent: text, href, target: '_blank' });
}

const seeDats = () => link('See DATS', '/dats');

function tryAgain(): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'text-button', textContent: 'Try again' });
  button.addEventListener('click', () => void show());
  return button;
}

function draw(view: EmbedView): void {
  const { song, artist, href, takenDown } = view;
  document.title = [song, artist].filter(Boolean).join(' by ');
  if (takenDown) {
    say('Not available', takenDown, link('Why', href));
    return;
  }
  find('.embed').dataset.state = view.player ? 'playable' : 'silent';
  find('#embed-notice').textContent = '';
  find('.embed-song').replaceChildren(link(song, href));
  find('.embed-artist').textContent = artist;
  if (view.art) {
    const { src, srcSet = '', sizes = '' } = view.art;
    const picture = Object.assign(new Image(450, 450), { alt: '', sizes, srcset: srcSet, src });
    find('.embed-art').replaceChildren(picture);
  }
  drawPlayer(view);
  drawSale(view);
}

function drawPlayer({ player }: EmbedView): void {
  if (!player) return;
  const { file, song, artist, seconds, length, wave, narrowWave } = player;
  const button = find('.play');
  Object.assign(button.dataset, { preview: previewName(file), artist });
  button.ariaLabel = `Play preview of ${song}`;
  const isNarrow = find('.player-wave').clientWidth < 150;
  find('#wave').setAttribute('d', isNarrow ? narrowWave : wave);
  const slider = find<HTMLInputElement>('.player-seek');
  slider.max = String(seconds);
  slider.ariaValueText = `0:00 of ${length}`;
  find('.player-time').textContent = length;
}

function drawSale({ marks, count, sale, href }: EmbedView): void {
  const bars = marks.map((mark) => Object.assign(document.createElement('i'), { className: mark }));
  find('.edition-rail').replaceChildren(...bars);
  find('.embed-rail > .micro').textContent = count;
  find('.embed-price').textContent = sale ? `From ${sale.from}` : 'None for sale';
  const buy = find<HTMLAnchorElement>('.embed-buy');
  buy.href = sale?.href ?? href;
  buy.textContent = sale ? 'Buy on datchain' : 'On datchain';
}
