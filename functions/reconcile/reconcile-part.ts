import { setTimeout as sleep } from 'node:timers/promises';
import { utcDay } from '@datchain/shared/domain/time.ts';
import { type Share, shareOfTask } from '../share.ts';
import { foldJournal } from './fold-journal.ts';
import { beginParts, keepPart } from './full-report.ts';
import { makeReport } from './keep-report.ts';
import { type Needs, type Reconciliation, reconcile } from './reconcile.ts';

/**
 * Compares a part of everything, after all entries that are due were added to the subtotals, and stores its
 * result. The parts of a night run side by side or one after another, in any order, and may run again: each has
 * ids of its own, and reads nothing that another has written (N-JOB-02).
 */
export async function reconcilePart(
  services: Needs,
  share: Share = shareOfTask(),
  pause: (millis: number) => Promise<unknown> = sleep,
): Promise<Reconciliation> {
  const night = utcDay(services.clock.now());
  await beginParts(services, night, share);
  await foldJournal(services);
  const found = await reconcile(services, pause, share);
  await keepPart(services, night, share, makeReport(services, found));
  return found;
}
