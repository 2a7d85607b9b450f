import { newestFirst } from '@datchain/shared/domain/dats.ts';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { AnalyticsPage } from '../components/analytics-page.tsx';
import { DatPage } from '../components/dat-page.tsx';
import { NoticePage } from '../components/notice-page.tsx';
import { ProfilePage } from '../components/profile-page.tsx';
import { lastSegment } from '../views/addresses.ts';
import { analyticsHead, datHead } from '../views/dat-head.ts';
import { datView } from '../views/dat-view.ts';
import { pageTitle } from '../views/page-head.ts';
import { profileView } from '../views/profile-view.ts';
import { readAllDats } from './public-reads.ts';

export type FallbackKind = 'dat' | 'analytics' | 'profile' | 'profileOfUser';

interface Answer {
  readonly title: string;
  readonly body: ReactNode;
}

const away = [{ label: 'See DATS', href: '/dats' }];

const notFound = (kind: FallbackKind): Answer => ({
  title: 'Not found',
  body: (
    <NoticePage
      title="Not found"
      text={
        kind === 'profile' || kind === 'profileOfUser'
          ? 'Nobody of this name has released a DAT.'
          : 'There is no DAT at this address.'
      }
      links={away}
    />
  ),
});

const unreachable: Answer = {
  title: 'Not loaded',
  body: (
    <NoticePage
      title="Not loaded"
      text="The ledger cannot be read right now. Reload the page to try again."
      links={away}
    />
  ),
};

/** Finds what the address asks for among everything released. */
async function answerFor(kind: FallbackKind, name: string): Promise<Answer> {
  const dats = await readAllDats();
  if (kind === 'profile' || kind === 'profileOfUser') {
    const newest = newestFirst(dats).find(({ creatorId }) => creatorId === name);
    const username = kind === 'profile' ? name : (newest?.creatorUsername ?? '');
    const profile = username === '' ? undefined : profileView(username, dats);
    if (!profile) return notFound(kind);
    return { title: profile.name, body: <ProfilePage profile={profile} /> };
  }
  const dat = dats.find(({ id }) => id === name);
  if (!dat) return notFound(kind);
  const view = datView(dat);
  return kind === 'dat'
    ? { title: datHead(dat).title, body: <DatPage dat={view} /> }
    : { title: analyticsHead(dat).title, body: <AnalyticsPage dat={view} /> };
}

/** Draws a page that has no file of its own yet, from the live summaries (R-VIEW-10). */
export async function drawFallback(container: HTMLElement): Promise<void> {
  const kind = container.dataset.fallback as FallbackKind;
  const name = lastSegment(location.pathname.replace(/^\/mydat\/profile/, '/profile'));
  const answer = await answerFor(kind, name).catch((error: unknown) => {
    console.error('The summaries cannot be read', error);
    return unreachable;
  });
  document.title = pageTitle(answer.title);
  createRoot(container).render(answer.body);
  container.removeAttribute('aria-busy');
}
