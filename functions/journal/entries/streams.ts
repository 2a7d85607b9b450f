import { docs } from '@datchain/shared/contracts/paths.ts';
import { distributeStreams, payeesOf } from '@datchain/shared/domain/books/distribute.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Entry } from '../entry.ts';
import { accountDocuments, accountPaths, findDat, readAccounts } from './edition-documents.ts';

/** The streams of one DAT on one platform and UTC day (YYYY-MM-DD), and what they brought. */
export interface DayOfStreams {
  readonly datId: string;
  readonly platform: string;
  readonly date: string;
  readonly grossMicros: UsdMicros;
}

export const distributionId = ({ datId, platform, date }: Omit<DayOfStreams, 'grossMicros'>) =>
  `stream:${datId}:${platform}:${date}`;

/** Shares what a day's streams on a platform brought, once: platforms report at different times. */
export const distributeEntry = (day: DayOfStreams): Entry<{ payees: number }> => ({
  id: distributionId(day),
  kind: 'streams-distributed',
  actor: 'system',
  input: day,
  reads: [docs.datGuard(day.datId)],
  decide(view, now) {
    const { datId, platform, date, grossMicros } = day;
    const dat = findDat(view, datId);
    if (!dat) return refuse('not-found', `There is no DAT ${datId}`);
    const payees = payeesOf(dat, date);
    // Everybody who ever owned an edition has holdings: who has none was not read yet.
    const missing = payees.filter((uid) => view(docs.holdingsGuard(uid)) === undefined);
    if (missing.length > 0) return { more: missing.flatMap(accountPaths) };
    const shared = distributeStreams(dat, date, grossMicros, readAccounts(view, payees), now);
    return {
      result: { payees: shared.earned.length },
      postings: shared.postings,
      documents: [...shared.accounts.values()].flatMap(accountDocuments),
      increments: [{ path: docs.datTotals(datId), fields: { streamMicros: grossMicros } }],
      movements: shared.earned.map(({ uid, micros }) => ({
        uid,
        data: { kind: 'stream-earnings', at: now, datId, platform, date, earnedMicros: micros },
      })),
      touched: [`dat:${datId}`, ...shared.earned.map(({ uid }) => `user:${uid}`)],
    };
  },
});
