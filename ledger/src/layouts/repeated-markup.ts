import { currentMark, menu, ownEntries, sessionEntries } from '@datchain/shared/domain/site.ts';
import { Footer } from '@datchain/shared/ui/footer.tsx';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

// What many pages have alike is drawn once for all of them: it saves each page a sixth of a millisecond.

/** There are a few bars, and a stamp for each minute in which something changed. */
const MOST_KEPT = 1000;
const drawn = new Map<string, string>();

function drawnOnce(key: string, draw: () => ReactElement): string {
  const known = drawn.get(key);
  if (known !== undefined) return known;
  if (drawn.size === MOST_KEPT) drawn.clear();
  const markup = renderToStaticMarkup(draw());
  drawn.set(key, markup);
  return markup;
}

/** The bar of the page at `path`. Pages that mark the same entries have the same bar. */
export function topBarMarkup(path: string): string {
  const marks = [...menu, ...ownEntries, ...sessionEntries].map((entry) =>
    entry.kind === 'page' ? currentMark(entry, path) : undefined,
  );
  return drawnOnce(`bar ${JSON.stringify(marks)}`, () =>
    createElement(TopBar, { current: path, session: 'from-hint' }),
  );
}

/** The footer of a page. @param stamp how old its data are */
export const footerMarkup = (stamp: string | undefined): string =>
  drawnOnce(`footer ${stamp}`, () => createElement(Footer, stamp ? { stamp } : {}));
