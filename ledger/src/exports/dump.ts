import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';

/** Where everything public lies in one file, by the day of its last change. */
export const dumpPath = (changedAt: Millis): string =>
  `/data/v1/datchain-${utcDay(changedAt)}.tar.gz`;
