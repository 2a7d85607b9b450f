import type { APIRoute } from 'astro';
import { outline, plannedPaths } from '../../build-data.ts';
import { siteOf, xmlAnswer } from '../../exports/answers.ts';
import { sitemapFiles, sitemapXml } from '../../exports/sitemap.ts';

export const getStaticPaths = () => plannedPaths('/sitemap/[file].xml');

export const GET: APIRoute = (context) => {
  const entries = sitemapFiles(outline)[Number(context.params.file) - 1] ?? [];
  return xmlAnswer(sitemapXml(entries, siteOf(context)));
};
