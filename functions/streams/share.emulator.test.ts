import { randomUUID } from 'node:crypto';
import { readCreatorParts } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { FigureGathering } from '@datchain/shared/contracts/stream-figures.ts';
import { debtText } from '@datchain/shared/domain/books/debts.ts';
import { buildCalendar } from '@datchain/shared/domain/streams/spans.ts';
import { sumsBy } from '@datchain/shared/domain/streams/summary.ts';
import { addDays, DAY_MILLIS, isoWeekOf, monthOf, utcDay } from '@datchain/shared/domain/time.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { cashOut } from '@datchain/testing/server/cash-out.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { aDat, sampleFolder } from '@datchain/testing/server/stream-runs.ts';
import { afterAll, expect, test } from 'vitest';
import { mintEntry } from '../journal/entries/editions.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { services } from '../services.ts';
import { liveDatabase } from '../stores/live-database.ts';
import { importFiles, type Said } from './import-files.ts';

const m = market();
const c = cashOut(m);
const folder = sampleFolder();
afterAll(folder.remove);

const write = <T>(entry: Entry<T>) => committed(services().books, entry);

const now = async () => Date.now() + (await m.clockOffset());

async function fanWithTokens(): Promise<Fan> {
  const fan = await m.signUp();
  const lots = [{ blockId: '50', priceCents: 50, qty: 400, faceMicros: 200_000_000 }];
  const { uid } = fan;
  await write(openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] }));
  return fan;
}

async function release(creatorUid: string): Promise<string> {
  const datId = `share-${randomUUID()}`;
  const page = { path: `${docs.assetsSummaries}/${datId}`, data: { assets: [aDat(datId)] } };
  await services().store.write({ create: [page] });
  await write(mintEntry({ datId, creatorUid, editions: 1, priceCents: 1_000, sharePpm: 25_000 }));
  return datId;
}

async function report(datId: string, days: Readonly<Record<string, number>>): Promise<void> {
  const at = await now();
  const rows = Object.entries(days).map(([day, streams]) => `${day},${streams}`);
  const lines = ['date,streams', ...rows.sort(), `${utcDay(at)},7`];
  const path = folder.write('Song-timeline.csv', `${lines.join('\n')}\n`);
  const outcome = await importFiles([path], {
    store: services().store,
    live: liveDatabase(),
    now: () => at,
    said: { by: 'a test', madeAt: at, platform: 'spotify', dat: datId },
  });
  expect(outcome.files).toMatchObject([{ kind: 'taken' }]);
  expect(outcome.published.dats).toEqual([datId]);
}

async function take(rows: readonly string[], said: Partial<Said> = {}): Promise<void> {
  const at = await now();
  const path = folder.write('own.csv', `date,platform,streams,title,artist\n${rows.join('\n')}\n`);
  const outcome = await importFiles(rows.length > 0 ? [path] : [], {
    store: services().store,
    live: liveDatabase(),
    now: () => at,
    said: { by: 'a test', madeAt: at, ...said },
  });
  expect(outcome.published.dats).toHaveLength(1);
}

const entriesFrom = async (begin: string) => {
  const found: string[] = [];
  for await (const page of services().entries.pages(500)) {
    found.push(...page.map(({ id }) => id).filter((id) => id.startsWith(begin)));
  }
  return found;
};
const entriesOf = (datId: string) => entriesFrom(`stream:${datId}:`);

async function walletOf({ uid }: Fan) {
  const stored = (await services().store.read([docs.wallet(uid)])).get(docs.wallet(uid));
  const dats = (stored?.data.ownedDats ?? []) as { earnings: number }[];
  const summary = `${live.creditSummary(uid)}/earnedCreditsStrings/totalCredits`;
  const credits = Number((await services().live.read(summary)) ?? 0);
  const created = readCreatorParts(stored?.data).map(
    ({ earnedMicros }) => earnedMicros / 1_000_000,
  );
  return { editions: dats.map(({ earnings }) => earnings), created, other: credits / 10 };
}

const totalOf = (datId: string) => services().live.read(`${live.streamStats(datId)}/totalEarnings`);

async function publicStreams(datId: string) {
  const gathering = new FigureGathering(buildCalendar(utcDay(await now())));
  for (const { path, data } of await services().store.list(docs.analyticsSummaries, {
    limit: 50,
  })) {
    gathering.addSummary(path, { [datId]: data[datId] ?? {} });
  }
  const { total, waiting } = gathering.figures().byDat[datId]?.platforms.spotify ?? {};
  return { total, waiting };
}

const share = () => m.runScheduled('distributeStreamsJob');

async function expectClean(): Promise<void> {
  expect((await m.reconcile()).differences).toEqual([]);
}

test('[R-WAL-19] [N-EXP-02] [N-FIG-03] [N-JOB-03] reported streams reach the owners of their day once, however late, and corrections book the difference', {
  timeout: 180_000,
}, async () => {
  const [ana, bo, cy] = [await m.signUp(), await fanWithTokens(), await fanWithTokens()];
  const datId = await release(ana.uid);
  const edition = { datId, editionNumber: 1 };
  const call = async (name: string, data: object, fan: Fan) => {
    expect((await m.call(name, data, fan.token)).body).toHaveProperty('result');
  };
  // Bo owns the edition at the end of the first day, Cy at the end of the following ones.
  await call('purchaseEdition', { ...edition, expectedPrice: 10 }, bo);
  const ofBo = utcDay(await now());
  await m.shiftClock(DAY_MILLIS);
  await call('setEditionForSaleCF', { ...edition, newPrice: 20 }, bo);
  await call('purchaseEdition', { ...edition, expectedPrice: 20 }, cy);
  const ofCy = utcDay(await now());
  await m.shiftClock(4 * DAY_MILLIS);

  // $0.004 a stream, 5% of it, 2.5% of that for the edition: half a cent for 1,000 streams.
  const closed = addDays(ofBo, -800);
  await report(datId, { [closed]: 50_000, [ofBo]: 100_000, [ofCy]: 200_000 });
  expect(await publicStreams(datId)).toEqual({ total: 350_000, waiting: 300_000 });
  await share();
  expect(await publicStreams(datId)).toEqual({ total: 350_000, waiting: undefined });
  // Ana gets something of both days, Bo and Cy of one each.
  const posted = await Promise.all([ana, bo, cy].map(({ uid }) => entriesFrom(`streams:${uid}:`)));
  expect(posted.map((ids) => ids.length)).toEqual([2, 1, 1]);
  // Bo sold for $20 and keeps 75%; Ana gets $8 and 10% of the $20, and the rest of the streams' $60.
  expect(await walletOf(bo)).toEqual({ editions: [15.5], created: [], other: 0 });
  expect(await walletOf(cy)).toEqual({ editions: [1], created: [], other: 0 });
  expect(await walletOf(ana)).toEqual({ editions: [10], created: [58.5], other: 0 });
  expect(await totalOf(datId)).toBe(1_200);
  const first = { kind: 'stream-earnings', date: ofBo, earnedMicros: 500_000 };
  expect(await c.movement(bo, `streams:${bo.uid}:${ofBo}:0`)).toMatchObject(first);
  expect((await c.quote(cy)).eligibleCents).toBe(0);
  await share();
  expect(await entriesOf(datId)).toHaveLength(2);
  await expectClean();

  await c.setUp(bo);
  await c.earn(bo, { 9: 9.5 });
  await m.stripe('topup', { amount: 1_000_000 });
  await m.shiftClock(5 * DAY_MILLIS);
  expect((await c.quote(cy)).eligibleCents).toBe(100);
  expect((await c.pay(bo, 25)).body).toHaveProperty('result');
  await report(datId, { [ofBo]: 40_000, [ofCy]: 280_000 });
  await share();
  await share();
  expect(await entriesOf(datId)).toHaveLength(4);
  expect(await walletOf(bo)).toEqual({ editions: [15.2], created: [], other: 9.5 });
  expect(await walletOf(cy)).toEqual({ editions: [1.4], created: [], other: 0 });
  expect(await walletOf(ana)).toEqual({ editions: [10], created: [62.4], other: 0 });
  expect(await totalOf(datId)).toBe(1_280);
  const second = { kind: 'stream-correction', earnedMicros: -300_000, debtMicros: 300_000 };
  expect(await c.movement(bo, `streams:${bo.uid}:${ofBo}:1`)).toMatchObject(second);
  await expectClean();

  const owing = { error: { message: debtText(300_000) } };
  expect((await c.pay(bo, 25)).body).toMatchObject(owing);
  await c.earn(bo, { 1: 1 });
  expect(await c.userOf(bo.uid)).toMatchObject({ debtMicros: 0 });
  expect(await walletOf(bo)).toEqual({ editions: [15.2], created: [], other: 10.5 });
  await expectClean();

  const late = utcDay((await now()) - 400 * DAY_MILLIS);
  await report(datId, { [late]: 100_000 });
  await share();
  const lateEarnings = { kind: 'stream-earnings', date: late, earnedMicros: 20_000_000 };
  expect(await c.movement(ana, `streams:${ana.uid}:${late}:0`)).toMatchObject(lateEarnings);
  await expectClean();
});

test('[R-DB-07] [N-INP-03] stats of a work follow each further day, and an undone link takes back its earnings', async () => {
  const ana = await m.signUp();
  const datId = await release(ana.uid);
  await m.shiftClock(5 * DAY_MILLIS);
  const at = await now();
  const [first, second] = [4, 3].map((days) => utcDay(at - days * DAY_MILLIS)) as [string, string];
  const title = `Song ${datId}`;
  const rowsOf = (day: string, streams: number, called = title) =>
    ['spotify', 'spndat'].map((platform) => [day, platform, streams, called, 'Ada Okonjo'].join());
  const stats = () => services().live.read(live.streamStats(datId));
  const statsWith = (daily: Readonly<Record<string, number>>, totalEarnings: number) => ({
    daily,
    weekly: sumsBy(daily, isoWeekOf),
    monthly: sumsBy(daily, monthOf),
    totalEarnings,
  });

  await take(rowsOf(first, 1_000));
  await share();
  expect(await stats()).toEqual(statsWith({ [first]: 1_000 }, 4));
  const link = { name: `title:${title} (Live)|Ada Okonjo`, datId };
  await take(rowsOf(second, 2_000, `${title} (Live)`), { links: [link] });
  await share();
  expect(await stats()).toEqual(statsWith({ [first]: 1_000, [second]: 2_000 }, 12));
  await take([], { unlinks: [link] });
  await share();
  expect(await stats()).toEqual(statsWith({ [first]: 1_000, [second]: 0 }, 4));
  expect(await entriesOf(datId)).toHaveLength(3);
  await expectClean();
});
