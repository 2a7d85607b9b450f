import type { Dat } from '@datchain/shared/domain/dats.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import type { ReactNode } from 'react';
import { NoticePage } from '../../components/notice-page.tsx';
import { readPathSegment } from '../../views/page/addresses.ts';
import { pageTitle } from '../../views/page/page-head.ts';
import { readAllDats } from './public-reads.ts';
import { drawStatic } from './static-markup.ts';

export interface FoundPage {
  readonly title: string;
  readonly body: ReactNode;
}

export interface Fallback {
  /** Finds the content for the address among all releases; undefined if missing. */
  readonly find: (
    dats: readonly Dat[],
    name: string,
  ) => FoundPage | undefined | Promise<FoundPage | undefined>;
  readonly notFound: string;
}

export const noticePage = (title: string, text: string): FoundPage => ({
  title,
  body: <NoticePage title={title} text={text} links={[{ label: 'See DATS', href: '/dats' }]} />,
});

async function findPage({ find, notFound }: Fallback, name: string): Promise<FoundPage> {
  try {
    return (await find(await readAllDats(), name)) ?? noticePage('Not found', notFound);
  } catch (error) {
    warnLater('The summaries cannot be read', error);
    const text = 'The ledger cannot be read right now. Reload the page to try again.';
    return noticePage('Not loaded', text);
  }
}

/** Draws a page that has no file of its own yet, or what no file can say, from the live summaries (R-VIEW-10). */
export async function drawFallback(
  fallback: Fallback,
  container = document.getElementById('fallback'),
): Promise<void> {
  if (!container) return;
  const name = readPathSegment(location.pathname.replace(/^\/mydat\//, '/'));
  const { title, body } = await findPage(fallback, name);
  document.title = pageTitle(title);
  drawStatic(container, body);
  container.removeAttribute('aria-busy');
}
