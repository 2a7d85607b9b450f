import type { APIRoute } from 'astro';
import { outline } from '../../../build-data.ts';
import { jsonAnswer } from '../../../exports/answers.ts';
import { marketFile } from '../../../exports/records.ts';
import { rowChangedAt } from '../../../rows/outline.ts';
import { marketRow } from '../../../snapshot.ts';

export const GET: APIRoute = () =>
  jsonAnswer(marketFile(outline, rowChangedAt(outline, marketRow)));
