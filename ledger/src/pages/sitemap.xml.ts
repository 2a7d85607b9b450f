import type { APIRoute } from 'astro';
import { siteOf, xmlAnswer } from '../exports/answers.ts';
import { sitemapIndexXml } from '../exports/sitemap.ts';
import { sitemap } from '../shown-pages.ts';

export const GET: APIRoute = (context) =>
  xmlAnswer(sitemapIndexXml(sitemap().length, siteOf(context)));
