import type { APIRoute } from 'astro';
import { siteOf } from '../exports/answers.ts';
import { newestReleases, releaseFeed } from '../exports/feed.ts';
import { snapshot } from '../load-snapshot.ts';

const about = {
  title: 'New DATS',
  description: 'Every DAT released, newest first.',
  path: '/dats',
};

export const GET: APIRoute = (context) =>
  releaseFeed(about, newestReleases(snapshot.dats), {
    site: siteOf(context),
    previews: snapshot.previews,
  });
