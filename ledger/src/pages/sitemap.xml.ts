import type { APIRoute } from 'astro';
import { siteOf, xmlAnswer } from '../exports/answers.ts';
import { sitemapFiles, sitemapIndexXml } from '../exports/sitemap.ts';
import { snapshot } from '../load-snapshot.ts';

export const GET: APIRoute = (context) =>
  xmlAnswer(sitemapIndexXml(sitemapFiles(snapshot).length, siteOf(context)));
