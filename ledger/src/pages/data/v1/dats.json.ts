import type { APIRoute } from 'astro';
import { bytesAnswer, siteOf } from '../../../exports/answers.ts';
import { fileOfWorks } from '../../../exports/files-of-works.ts';

/** Every DAT, newest first. */
export const GET: APIRoute = (context) =>
  bytesAnswer(fileOfWorks('data/v1/dats.json', siteOf(context)), 'application/json; charset=utf-8');
