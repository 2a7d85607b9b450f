import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro';
import { jsonAnswer, siteOf } from '../../../../exports/answers.ts';
import { datFile } from '../../../../exports/records.ts';
import { datPaths, snapshot } from '../../../../load-snapshot.ts';

export const getStaticPaths = (() => datPaths()) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) =>
  jsonAnswer(datFile(context.props.dat, snapshot, siteOf(context)));
