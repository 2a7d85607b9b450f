import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { listDocuments } from '../page/list-documents.ts';
import { loadSiteConfig, readJson } from '../page/site-config.ts';

/** Reads a work's current figures: only its own part of each summary. */
export async function readFigures(datId: string): Promise<DatFigures | undefined> {
  const gathering = new FigureGathering(buildCalendar(utcDay(Date.now())));
  const ownField = { 'mask.fieldPaths': `\`${datId}\`` };
  const config = await loadSiteConfig();
  const [summaries, stats, earnings] = await Promise.all([
    listDocuments(docs.analyticsSummaries, ownField),
    readJson(databaseRestUrl(config, live.streamStats(datId))),
    readJson(databaseRestUrl(config, live.earnings(datId))),
  ]);
  for (const { id, fields } of summaries) gathering.addSummary(id, fields);
  gathering.addOwnStats({ [datId]: stats });
  gathering.addEarnings({ [datId]: earnings });
  const { byDat, badRows } = gathering.figures();
  if (badRows.length > 0) console.warn('Some streams cannot be read', badRows);
  return byDat[datId];
}
