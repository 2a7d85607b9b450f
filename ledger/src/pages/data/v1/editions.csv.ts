import type { APIRoute } from 'astro';
import { workOf } from '../../../build-data.ts';
import { bytesAnswer } from '../../../exports/answers.ts';
import { fileOfPieces } from '../../../exports/pieces.ts';
import { editionsTableHead, editionsTableLines } from '../../../exports/tables.ts';

export const GET: APIRoute = () => {
  const frame = { head: editionsTableHead };
  const bytes = fileOfPieces('data/v1/editions.csv', frame, ({ id }) =>
    editionsTableLines(workOf(id).dat),
  );
  return bytesAnswer(bytes, 'text/csv; charset=utf-8');
};
