import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro';
import { siteOf, xmlAnswer } from '../../exports/answers.ts';
import { sitemapXml } from '../../exports/sitemap.ts';
import { sitemap } from '../../shown-pages.ts';

export const getStaticPaths = (() =>
  sitemap().map((entries, at) => ({
    params: { file: `${at + 1}` },
    props: { entries },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) =>
  xmlAnswer(sitemapXml(context.props.entries, siteOf(context)));
