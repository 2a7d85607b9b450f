import { Footer } from '@datchain/shared/ui/footer.tsx';
import { TopBar } from '@datchain/shared/ui/top-bar.tsx';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { footerMarkup, topBarMarkup } from './repeated-markup.ts';

test('each page has the footer of its own stamp, whichever pages were drawn before it', () => {
  const footer = (stamp?: string) =>
    renderToStaticMarkup(createElement(Footer, stamp ? { stamp } : {}));
  // More stamps than the cache keeps; then some of them again.
  const stamps = Array.from({ length: 1100 }, (_, at) => `Data as of minute ${at} & <later>.`);
  for (const stamp of [...stamps, undefined, ...stamps.toReversed()]) {
    expect(footerMarkup(stamp)).toBe(footer(stamp));
  }
});

test('each page has the bar of its own path, whichever pages were drawn before it', () => {
  const bar = (current: string) =>
    renderToStaticMarkup(createElement(TopBar, { current, session: 'from-hint' }));
  const paths = ['/home', '/dats', '/dats/2', '/viewdat/a', '/about', '/help', '/profile/ada', '/'];
  for (const path of [...paths, ...paths.toReversed()]) {
    expect(topBarMarkup(path)).toBe(bar(path));
  }
});
