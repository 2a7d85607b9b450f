import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { type DatsFilter, datsFilterHref, readDatsFilter } from '../../views/dats/dats-filter.ts';
import { loadCatalogue } from './catalogue.ts';
import { type DatsScreen, datsScreen } from './dats-screen.tsx';
import { fillForm, nameButton, readFilterForm } from './filter-form.ts';

const typingPauseMillis = 500;

const askedFilter = (): DatsFilter => readDatsFilter(location.search);
const isNone = (filter: DatsFilter): boolean => datsFilterHref(filter) === '/dats';

async function show(screen: DatsScreen): Promise<void> {
  const asked = location.search;
  const filter = readDatsFilter(asked);
  if (isNone(filter)) return screen.showBuilt();
  try {
    const entries = await loadCatalogue();
    // The visitor may have gone on while the catalogue was on its way.
    if (location.search === asked) screen.showFound(entries, filter);
  } catch (error) {
    warnLater('The catalogue cannot be read', error);
    screen.showFailure();
  }
}

/** Makes the filter of /dats work. The address is the only state, so reload, back and a shared link show the same. */
export function enableDatsFilter(form: HTMLFormElement): void {
  const builtPath = location.pathname;
  const screen = datsScreen();
  const search = form.elements.namedItem('q');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTyping = false;

  const go = (filter: DatsFilter, by: 'typing' | 'choice') => {
    clearTimeout(timer);
    nameButton(form, filter);
    if (datsFilterHref(filter) === datsFilterHref(askedFilter())) return;
    // Without a filter the list begins at page 1, but the markup below is of a later page.
    if (isNone(filter) && builtPath !== '/dats') return location.assign('/dats');
    // A word typed in pieces is one step back, not one for each piece.
    if (by === 'typing' && isTyping) history.replaceState(null, '', datsFilterHref(filter));
    else history.pushState(null, '', datsFilterHref(filter));
    isTyping = by === 'typing';
    void show(screen);
  };

  form.addEventListener('input', ({ target }) => {
    clearTimeout(timer);
    if (target === search)
      timer = setTimeout(() => go(readFilterForm(form), 'typing'), typingPauseMillis);
    else go(readFilterForm(form), 'choice');
  });
  form.addEventListener('submit', () => go(readFilterForm(form), 'typing'));

  screen.onLink((href) => {
    const filter = readDatsFilter(href);
    fillForm(form, filter);
    go(filter, 'choice');
    screen.toTop();
  });

  addEventListener('popstate', () => {
    isTyping = false;
    const filter = askedFilter();
    if (isNone(filter) && location.pathname !== builtPath) return location.reload();
    fillForm(form, filter);
    void show(screen);
  });

  if (isNone(askedFilter())) {
    screen.showBuilt();
    // Applies what the visitor typed while this code loaded.
    go(readFilterForm(form), 'typing');
  } else {
    fillForm(form, askedFilter());
    void show(screen);
  }
  // The catalogue loads while the user types the first word.
  loadCatalogue().catch(() => {});
}
