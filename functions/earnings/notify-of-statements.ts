import { readEarningsLines } from '@datchain/shared/contracts/documents/earnings-line.ts';
import type { MonthlyStatement } from '@datchain/shared/contracts/documents/notification.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  HOUR_MILLIS,
  type Month,
  monthBefore,
  monthOf,
  utcDay,
} from '@datchain/shared/domain/time.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import * as v from 'valibot';
import { notifyEach } from '../mail/notify-each.ts';
import type { Services } from '../services.ts';
import { pages } from '../stores/document-store.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

const BATCH_SIZE = 100;
const LINE_PAGE_SIZE = 300;

/** A tenth of a cent, the smallest amount that is shown; less would show as $0.00. */
const LEAST_NOTIFIED_MICROS = 1_000;

const progressSchema = v.object({
  month: v.string(),
  /** The path of the last user checked; empty at the beginning and at the end. */
  after: v.string(),
  isDone: v.boolean(),
});
type Progress = v.InferOutput<typeof progressSchema>;

async function earnedIn({ store }: Needs, uid: string, month: Month): Promise<UsdMicros> {
  let micros = 0;
  const ofMonth = { field: 'month', is: month };
  for await (const page of pages(store, docs.earningsLines(uid), LINE_PAGE_SIZE, ofMonth)) {
    for (const line of readEarningsLines(page.map(({ data }) => data))) micros += line.micros;
  }
  return micros;
}

/**
 * Notifies everyone who earned something in the past month of how much it was, each once (N-PPL-04). A line of the
 * statement belongs to the month in which it was booked. An hour after the month's end no line changes any
 * more.
 *
 * @returns how many were notified
 */
export async function notifyOfStatements(services: Needs, atOnce = BATCH_SIZE): Promise<number> {
  const { store, clock } = services;
  const month = monthBefore(monthOf(utcDay(clock.now() - HOUR_MILLIS)));
  const path = docs.statementNews(month);
  return notifyEach(store, {
    path,
    atOnce,
    async next(stored) {
      const begun: Progress = { month, after: '', isDone: false };
      const { after, isDone } = stored ? v.parse(progressSchema, stored.data) : begun;
      if (isDone) return undefined;
      return {
        collection: docs.users,
        after,
        id: `statement:${month}`,
        async newsFor(uid) {
          const earnedMicros = await earnedIn(services, uid, month);
          const news: MonthlyStatement = {
            kind: 'statement',
            at: clock.now(),
            month,
            earnedMicros,
          };
          return earnedMicros >= LEAST_NOTIFIED_MICROS ? news : undefined;
        },
        progress: begun,
        done: { ...begun, isDone: true },
      };
    },
  });
}
