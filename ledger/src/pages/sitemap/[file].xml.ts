import type { APIRoute } from 'astro';
import { outline, plannedPaths } from '../../build-data.ts';
import { siteOf, xmlAnswer } from '../../exports/answers.ts';
import { sitemapFiles, sitemapXml } from '../../exports/sitemap.ts';

export const getStaticPaths = () => plannedPaths<{ number: number }>('/sitemap/[file].xml');

export const GET: APIRoute<{ number: number }> = (context) => {
  const entries = sitemapFiles(outline)[context.props.number - 1] ?? [];
  return xmlAnswer(sitemapXml(entries, siteOf(context)));
};
