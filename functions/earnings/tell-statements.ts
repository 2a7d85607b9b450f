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
import { toldDocuments } from '../mail/told-documents.ts';
import type { Services } from '../services.ts';
import { pages, put } from '../stores/document-store.ts';
import { withoutClosed } from '../stores/without-closed.ts';

type Needs = Pick<Services, 'store' | 'clock'>;

/** Users looked at in one write. */
const AT_ONCE = 100;
const LINES = 300;

/** A tenth of a cent, the least that is shown as an amount: less would be told as $0.00. */
const LEAST_TOLD_MICROS = 1_000;

const progressSchema = v.object({
  month: v.string(),
  /** The path of the last user who was looked at; empty at the beginning and in the end. */
  after: v.string(),
  isDone: v.boolean(),
});
type Progress = v.InferOutput<typeof progressSchema>;

async function earnedIn({ store }: Needs, uid: string, month: Month): Promise<UsdMicros> {
  let micros = 0;
  const ofMonth = { field: 'month', is: month };
  for await (const page of pages(store, docs.earningsLines(uid), LINES, ofMonth)) {
    for (const line of readEarningsLines(page.map(({ data }) => data))) micros += line.micros;
  }
  return micros;
}

/**
 * Tells the next users what they earned in a month, and how far it is, in one write: killed or run
 * twice, each is told once.
 *
 * @returns how many were told; undefined when there is no more to do here
 */
async function tellSome(services: Needs, month: Month, atOnce: number) {
  const { store, clock } = services;
  const path = docs.statementNews(month);
  const stored = (await store.read([path])).get(path);
  const begun: Progress = { month, after: '', isDone: false };
  const { after, isDone } = stored ? v.parse(progressSchema, stored.data) : begun;
  if (isDone) return undefined;
  const page = await store.list(docs.users, { limit: atOnce, after: after || undefined });
  const uids = page.map((user) => user.path.slice(docs.users.length + 1));
  const at = clock.now();
  const create = await Promise.all(
    (await withoutClosed(store, uids)).map(async (uid) => {
      const earnedMicros = await earnedIn(services, uid, month);
      const news: MonthlyStatement = { kind: 'statement', at, month, earnedMicros };
      return earnedMicros >= LEAST_TOLD_MICROS
        ? toldDocuments(`statement:${month}`, uid, news)
        : [];
    }),
  );
  const last = page.at(-1)?.path;
  const progress: Progress =
    page.length < atOnce || last === undefined
      ? { month, after: '', isDone: true }
      : { month, isDone: false, after: last };
  const batch = put(path, progress, stored);
  const written = await store.write({
    ...batch,
    create: [...create.flat(), ...(batch.create ?? [])],
  });
  // Another run was faster: it goes on.
  return written === 'conflict' ? undefined : create.filter(({ length }) => length > 0).length;
}

/**
 * Tells everyone who earned something in the month that is over how much it was, each once (N-PPL-04).
 * A line of the statement belongs to the month in which it was booked: an hour after its end nothing is
 * added to it any more.
 *
 * @returns how many were told
 */
export async function tellStatements(services: Needs, atOnce = AT_ONCE): Promise<number> {
  const month = monthBefore(monthOf(utcDay(services.clock.now() - HOUR_MILLIS)));
  let sum = 0;
  for (;;) {
    const some = await tellSome(services, month, atOnce);
    if (some === undefined) return sum;
    sum += some;
  }
}
