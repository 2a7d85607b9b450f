import type { APIRoute } from 'astro';
import { outline, workOf } from '../build-data.ts';
import { siteOf } from '../exports/answers.ts';
import { newestReleases, releaseFeed } from '../exports/feed.ts';
import { publicBriefs } from '../rows/outline.ts';

const about = {
  title: 'New DATS',
  description: 'Every DAT released, newest first.',
  path: '/dats',
};

export const GET: APIRoute = (context) =>
  releaseFeed(
    about,
    newestReleases(publicBriefs(outline), (id) => workOf(id).dat),
    {
      site: siteOf(context),
      previews: outline.previews,
    },
  );
