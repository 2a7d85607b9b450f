import type { APIRoute } from 'astro';
import { siteOf, textAnswer } from '../exports/answers.ts';

export const GET: APIRoute = (context) =>
  textAnswer(
    `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', siteOf(context)).href}\n`,
  );
