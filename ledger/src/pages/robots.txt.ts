import type { APIRoute } from 'astro';
import { readSiteUrl, textAnswer } from '../exports/answers.ts';

export const GET: APIRoute = (context) =>
  textAnswer(
    `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', readSiteUrl(context)).href}\n`,
  );
