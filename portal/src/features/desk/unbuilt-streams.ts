import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { readCollection } from '../../lib/data/firestore-rest.ts';
import { watchLive } from '../../lib/data/live.ts';
import type { WorkStreams } from './stream-table.ts';

function readLiveOnce(path: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = watchLive(
      path,
      (value) => {
        resolve(value);
        queueMicrotask(() => stop());
      },
      reject,
    );
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}

/**
 * Reads the streams of a work newer than the ledger's last build from the databases, with the
 * functions and documents of its public page.
 *
 * @throws when a database refuses or does not answer
 */
export async function readUnbuiltStreams(datId: string, signal: AbortSignal): Promise<WorkStreams> {
  const [summaries, stats] = await Promise.all([
    readCollection(docs.analyticsSummaries, signal, [datId]),
    readLiveOnce(live.streamStats(datId), signal),
  ]);
  const gathering = new FigureGathering(buildCalendar(utcDay(Date.now())));
  for (const { id, data } of summaries) gathering.addSummary(id, isRecord(data) ? data : {});
  gathering.addOwnStats({ [datId]: stats });
  const platforms = gathering.figures().byDat[datId]?.platforms ?? {};
  return Object.fromEntries(
    Object.entries(platforms).map(([platform, { series }]) => [platform, series]),
  );
}
