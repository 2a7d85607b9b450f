import { payDebtEntry } from '@datchain/functions/journal/entries/debts.ts';
import { mintEntry, openingDatEntry } from '@datchain/functions/journal/entries/editions.ts';
import {
  holdPayoutEntry,
  paidPayoutEntry,
  returnPayoutEntry,
  reversePayoutEntry,
  unknownPayoutEntry,
} from '@datchain/functions/journal/entries/payouts.ts';
import { waiveLaterEntry, waiveRestEntry } from '@datchain/functions/journal/entries/rest.ts';
import type { DayOfStreams } from '@datchain/functions/journal/entries/streams.ts';
import {
  openingPoolEntry,
  openingWalletEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Stage, terms, wallet } from './kinds-stage.ts';

export async function payouts({
  server,
  store,
  title,
  say,
  sayLater,
  payout,
  dat,
  sayStreams,
}: Stage) {
  title('Payouts: asked for, paid, returned and reversed');
  await say(openingPoolEntry(1_000, 1_000_000_000));
  const days = [{ date: '2026-09-01', totalMicros: 60_000_000 }];
  for (const uid of ['sella', 'bo']) {
    await say(openingWalletEntry({ ...wallet(uid, 50, 1), rewardQty: 30, earnedDays: days }));
  }
  const ask = (payoutId: string, source: 'credits' | 'tokens', amountUsd = 25) => ({
    payoutId,
    source,
    amountUsd,
    accountId: 'acct',
  });
  await say(holdPayoutEntry('sella', ask('p0', 'credits', 24.99), undefined));
  await say(holdPayoutEntry('sella', ask('p1', 'credits'), undefined));
  await say(unknownPayoutEntry('p1'));
  const held = await payout('p1');
  await say(paidPayoutEntry(held, 'tr_1'));
  await sayLater(paidPayoutEntry(held, 'tr_1'));
  await sayLater(unknownPayoutEntry('p1'));
  await sayLater(returnPayoutEntry(held));
  await say(reversePayoutEntry(await payout('p1'), { id: 'trr_1', amountCents: 100 }));
  await say(reversePayoutEntry(await payout('p1'), { id: 'trr_2', amountCents: 2_400 }));
  await say(holdPayoutEntry('sella', ask('p2', 'tokens'), 10));
  const tokens = await payout('p2');
  await say(returnPayoutEntry(tokens));
  await sayLater(returnPayoutEntry(tokens));
  await sayLater(unknownPayoutEntry('p2'));
  await sayLater(paidPayoutEntry(tokens, 'tr_2'));
  await say(holdPayoutEntry('sella', ask('p3', 'tokens'), undefined));
  await say(paidPayoutEntry(await payout('p3'), 'tr_3'));
  await say(reversePayoutEntry(await payout('p3'), { id: 'trr_3', amountCents: 1_000 }));
  title('Payouts: a correction of what was cashed out is a debt, which earnings pay');
  await say(mintEntry({ datId: 'blue', ...terms, creatorUid: 'sella' }));
  server.wait(DAY_MILLIS);
  const day: DayOfStreams = {
    datId: 'blue',
    platform: 'spotify',
    date: '2026-11-01',
    streams: 100_000,
    revision: 0,
  };
  await sayStreams(day, await dat('blue'));
  server.wait(10 * DAY_MILLIS);
  await say(holdPayoutEntry('sella', ask('p4', 'credits', 80), undefined));
  await sayStreams({ ...day, streams: 50_000, revision: 1 }, await dat('blue'));
  await say(payDebtEntry('sella', 'early'));
  await say(openingDatEntry({ id: 'none', creatorUid: 'sella', editions: [] }, noTotals));
  await sayStreams({ ...day, date: '2026-11-02' }, await dat('blue'));
  await say(payDebtEntry('sella', 'now'));
  title('Payouts: what is too little is given up by who closes an account');
  const rest = { earnedMicros: 60_000_000, changeMicros: 0, rewardQty: 30 };
  await say(waiveRestEntry('bo', '1', rest, undefined));
  await say(waiveRestEntry('bo', '2', { ...rest, rewardQty: 29 }, undefined));
  await say(waiveRestEntry('di', '1', { ...rest, earnedMicros: 0, rewardQty: 0 }, undefined));
  await say(openingWalletEntry({ ...wallet('cy', 50, 1), rewardQty: 3, earnedDays: few }));
  const little = { earnedMicros: 3_000_001, changeMicros: 0, rewardQty: 3 };
  await say(waiveRestEntry('cy', '1', little, 500));
  await say(waiveRestEntry('cy', '2', little, undefined));
  await say(waiveLaterEntry('bo', '1', rest));
  const none = { earnedMicros: 0, changeMicros: 0, rewardQty: 0 };
  const closure = { uid: 'bo', at: 1, rest: none, works: 1, kept: [] };
  store.set(docs.closure('bo'), closure);
  await say(waiveLaterEntry('bo', '1', rest));
  store.set(docs.closure('bo'), { ...closure, erasedAt: 2 });
  await say(waiveLaterEntry('bo', '2', { ...rest, earnedMicros: 1 }));
  await say(waiveLaterEntry('bo', '3', rest));
  await say(waiveLaterEntry('bo', '4', rest));
  await say(openingWalletEntry({ ...wallet('ana', 50, 0), lots: [], earnedDays: few }));
  await say(waiveRestEntry('ana', '1', { ...none, earnedMicros: 3_000_001 }, undefined));
}

const noTotals = { streamMicros: 0, salesMicros: 0 };
const few = [{ date: '2026-10-01', totalMicros: 3_000_001 }];
