import type { APIRoute } from 'astro';
import { outline, workOf } from '../build-data.ts';
import { siteOf } from '../exports/answers.ts';
import { releaseFeed } from '../exports/feed.ts';

const about = {
  title: 'New DATS',
  description: 'Every DAT released, newest first.',
  path: '/dats',
};

export const GET: APIRoute = (context) => {
  const works = outline.feed.map((id) => workOf(id).dat);
  return releaseFeed(about, works, { site: siteOf(context), previews: outline.previews });
};
