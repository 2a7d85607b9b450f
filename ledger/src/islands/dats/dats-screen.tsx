import { DatsFound } from '../../components/dats-found.tsx';
import type { SearchableEntry } from '../../views/dats/catalogue.ts';
import { entryCard, listedTextBytes } from '../../views/dats/dat-card-view.ts';
import { type DatsFilter, datsFilterHref, matchingDats } from '../../views/dats/dats-filter.ts';
import { pageLinks, splitIntoPages } from '../../views/page/paging.ts';
import { plural } from '../../views/page/plural.ts';
import { drawStatic } from '../page/static-markup.ts';

export interface DatsScreen {
  showBuilt(): void;
  showFound(entries: readonly SearchableEntry[], filter: DatsFilter): void;
  showFailure(): void;
  toTop(): void;
  onLink(follow: (search: string) => void): void;
}

const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}`);
  return element;
};

export function datsScreen(): DatsScreen {
  const [summary, built, found] = [byId('dats-summary'), byId('dats'), byId('dats-found')];
  const builtSummary = summary.textContent;

  /** The summary is a status: what changes in it is read out. */
  const say = (text: string, isBuilt: boolean) => {
    summary.textContent = text;
    built.removeAttribute('aria-busy');
    built.hidden = !isBuilt;
    found.hidden = isBuilt;
  };
  return {
    showBuilt: () => say(builtSummary, true),
    showFailure: () => say('The list cannot be searched right now.', true),
    showFound(entries, filter) {
      const matching = matchingDats(entries, filter);
      const pages = splitIntoPages(matching, listedTextBytes);
      const page = Math.min(filter.page, pages.length);
      const cards = (pages[page - 1] ?? []).map((entry) => entryCard(entry));
      const hrefOf = (number: number) => datsFilterHref({ ...filter, page: number });
      const links = pageLinks(page, pages.length, hrefOf);
      drawStatic(found, <DatsFound cards={cards} links={links} filter={filter} />);
      const where = pages.length > 1 ? `, page ${page} of ${pages.length}` : '';
      say(`${plural(matching.length, 'DAT', 'DATS')} found${where}`, false);
    },
    toTop() {
      summary.focus({ preventScroll: true });
      scrollTo(0, 0);
    },
    onLink(follow) {
      found.addEventListener('click', (event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (link?.pathname !== '/dats' || !isPlainPress(event)) return;
        event.preventDefault();
        follow(link.search);
      });
    },
  };
}
