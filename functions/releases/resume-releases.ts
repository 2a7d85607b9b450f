import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { finishRelease } from './finish.ts';

const AT_ONCE = 100;
/** A release that failed so often needs a person to look at it. */
const STUCK_AFTER = 3;

export interface ResumedReleases {
  readonly looked: number;
  readonly failed: number;
}

async function resume(services: Services, release: Release): Promise<boolean> {
  try {
    return !isRefusal(await finishRelease(services, release));
  } catch (error) {
    log.warn('A release cannot be finished', { datId: release.id, error: String(error) });
    return false;
  }
}

/** Goes on with every release that a crash or a failure left between its steps. */
export async function resumeReleases(services: Services): Promise<ResumedReleases> {
  const open = await services.releases.listOpen(AT_ONCE);
  let failed = 0;
  for (const release of open) if (!(await resume(services, release))) failed += 1;
  return { looked: open.length, failed };
}

/** The releases that failed again and again; each carries its last error. */
export async function stuckReleases({ releases }: Pick<Services, 'releases'>): Promise<Release[]> {
  const open = await releases.listOpen(AT_ONCE);
  return open.filter(({ attempts }) => attempts >= STUCK_AFTER);
}
