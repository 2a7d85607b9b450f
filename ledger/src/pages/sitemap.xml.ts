import type { APIRoute } from 'astro';
import { outline } from '../build-data.ts';
import { siteOf, xmlAnswer } from '../exports/answers.ts';
import { sitemapFiles, sitemapIndexXml } from '../exports/sitemap.ts';

export const GET: APIRoute = (context) =>
  xmlAnswer(sitemapIndexXml(sitemapFiles(outline).length, siteOf(context)));
