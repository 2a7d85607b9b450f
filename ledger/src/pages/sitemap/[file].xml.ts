import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro';
import { siteOf, xmlAnswer } from '../../exports/answers.ts';
import { sitemapFiles, sitemapXml } from '../../exports/sitemap.ts';
import { snapshot } from '../../load-snapshot.ts';

export const getStaticPaths = (() =>
  sitemapFiles(snapshot).map((entries, at) => ({
    params: { file: `${at + 1}` },
    props: { entries },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) =>
  xmlAnswer(sitemapXml(context.props.entries, siteOf(context)));
