import type { Report } from '@datchain/shared/contracts/documents/report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReportRequest } from '@datchain/shared/contracts/report-request.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';

/** So many open reports of one work say enough; more would only hide those of others. */
const MOST_OPEN = 50;

/**
 * Keeps somebody's report of a work for the operators (N-PPL-11); the same one again changes nothing.
 *
 * @returns a refusal when there is no such work, or it is taken down already
 */
export async function reportWork(
  { store, clock, guards, deskQueues }: Pick<Services, 'store' | 'clock' | 'guards' | 'deskQueues'>,
  { key: id, ...said }: ReportRequest,
): Promise<Refusal | undefined> {
  const dat = await guards.findDat(said.datId);
  if (!dat) return refuse('not-found', 'There is no such work.');
  if (dat.takenDown) return refuse('failed-precondition', 'This work is taken down already.');
  if ((await deskQueues.openReportsOf(said.datId, MOST_OPEN)).length === MOST_OPEN)
    return undefined;
  const data: Report = { id, ...said, state: 'open', at: clock.now() };
  // There already: sent twice.
  await store.write({ create: [{ path: docs.report(id), data }] });
  return undefined;
}
