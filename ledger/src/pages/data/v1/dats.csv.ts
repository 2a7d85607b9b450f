import type { APIRoute } from 'astro';
import { bytesAnswer, siteOf } from '../../../exports/answers.ts';
import { fileOfWorks } from '../../../exports/files-of-works.ts';

export const GET: APIRoute = (context) =>
  bytesAnswer(fileOfWorks('data/v1/dats.csv', siteOf(context)), 'text/csv; charset=utf-8');
