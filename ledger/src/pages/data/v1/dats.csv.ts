import type { APIRoute } from 'astro';
import { outline, workOf } from '../../../build-data.ts';
import { bytesAnswer, siteOf } from '../../../exports/answers.ts';
import { fileOfPieces } from '../../../exports/pieces.ts';
import { exportedDat } from '../../../exports/records.ts';
import { datsTableHead, datsTableLine } from '../../../exports/tables.ts';
import { lastChangeOf } from '../../../rows/dat-brief.ts';

export const GET: APIRoute = (context) => {
  const { previews } = outline;
  const site = siteOf(context);
  const bytes = fileOfPieces('data/v1/dats.csv', { head: datsTableHead }, (brief) => {
    const changedAt = lastChangeOf([brief]);
    return datsTableLine(
      exportedDat(workOf(brief.id).dat, { ...brief, changedAt, previews, site }),
    );
  });
  return bytesAnswer(bytes, 'text/csv; charset=utf-8');
};
