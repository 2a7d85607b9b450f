import type { APIRoute } from 'astro';
import { outline, readWork } from '../build-data.ts';
import { readSiteUrl } from '../exports/answers.ts';
import { releaseFeed } from '../exports/feed.ts';

const about = {
  title: 'New DATS',
  description: 'Every DAT released, newest first.',
  path: '/dats',
};

export const GET: APIRoute = (context) => {
  const works = outline.feed.map((id) => readWork(id).dat);
  return releaseFeed(about, works, { site: readSiteUrl(context), previews: outline.previews });
};
