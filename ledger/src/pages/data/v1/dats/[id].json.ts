import type { APIRoute } from 'astro';
import { briefOf, figuresOf, outline, plannedPaths, workOf } from '../../../../build-data.ts';
import { jsonAnswer, siteOf } from '../../../../exports/answers.ts';
import { datFile } from '../../../../exports/records.ts';
import { lastChangeOf } from '../../../../rows/dat-brief.ts';

export const getStaticPaths = () => plannedPaths<{ id: string }>('/data/v1/dats/[id].json');

export const GET: APIRoute<{ id: string }> = (context) => {
  const work = workOf(context.props.id);
  const brief = briefOf(work.dat.id);
  const { previews } = outline;
  const changedAt = lastChangeOf([brief]);
  const known = { ...brief, changedAt, previews, site: siteOf(context) };
  return jsonAnswer(datFile(work, figuresOf(work.dat.id), known));
};
