import type { APIRoute } from 'astro';
import { outline, workOf } from '../../../build-data.ts';
import { bytesAnswer, siteOf } from '../../../exports/answers.ts';
import { fileOfPieces } from '../../../exports/pieces.ts';
import { datsFileHead, exportedDat } from '../../../exports/records.ts';
import { lastChangeOf } from '../../../rows/dat-brief.ts';

/** Every DAT, newest first. */
export const GET: APIRoute = (context) => {
  const { briefs, previews } = outline;
  const site = siteOf(context);
  const head = JSON.stringify(datsFileHead(lastChangeOf(briefs)));
  const frame = { head: `${head.slice(0, -1)},"dats":[`, between: ',', tail: ']}\n' };
  const bytes = fileOfPieces('data/v1/dats.json', frame, (brief) => {
    const changedAt = lastChangeOf([brief]);
    return JSON.stringify(
      exportedDat(workOf(brief.id).dat, { ...brief, changedAt, previews, site }),
    );
  });
  return bytesAnswer(bytes, 'application/json; charset=utf-8');
};
