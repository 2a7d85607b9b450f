import { docs } from '@datchain/shared/contracts/paths.ts';
import { distributeStreams, payeesOf } from '@datchain/shared/domain/books/distribute.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Entry } from '../entry.ts';
import { accountDocuments, accountPaths, findDat, readAccounts } from './edition-documents.ts';

/** Shares what the streams of a DAT brought on one UTC day (YYYY-MM-DD). Once per DAT and day. */
export const distributeEntry = (
  datId: string,
  date: string,
  grossMicros: UsdMicros,
): Entry<{ payees: number }> => ({
  id: `stream:${datId}:${date}`,
  kind: 'streams-distributed',
  actor: 'system',
  input: { datId, date, grossMicros },
  reads: [docs.datGuard(datId)],
  decide(view, now) {
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
        data: { kind: 'stream-earnings', at: now, datId, date, earnedMicros: micros },
      })),
      touched: [`dat:${datId}`, ...shared.earned.map(({ uid }) => `user:${uid}`)],
    };
  },
});
