import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { deathsOf, noDeath } from '@datchain/testing/server/deaths.ts';
import { market, until } from '@datchain/testing/server/market.ts';
import { doAndDie } from '@datchain/testing/server/mortal.ts';
import { brokenLog, linesOf, readLog } from '@datchain/testing/server/public-log.ts';
import { beforeAll, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { publishPublicLog } from './job.ts';
import { openPublicLog } from './source.ts';

const m = market();

async function write(entry: Entry): Promise<string> {
  await committed(services().books, entry);
  return entry.id;
}

/** A DAT with two editions, of which a fan buys one. */
async function aSale(): Promise<{ datId: string; uid: string; entries: string[] }> {
  const [uid, creatorUid, datId] = [randomUUID(), randomUUID(), randomUUID()];
  const lots = [{ blockId: '50', priceCents: 50, qty: 40, faceMicros: 20_000_000 }];
  const wallet = { uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] };
  const dat = { datId, creatorUid, editions: 2, priceCents: 1_000, sharePpm: 25_000 };
  const entries = [
    await write(openingWalletEntry(wallet)),
    await write(mintEntry(dat)),
    await write(buyEditionEntry({ datId, number: 1, version: 1 }, uid, 1_000)),
  ];
  return { datId, uid, entries };
}

/** A fan's payment of which a part went back. */
async function aRefund(): Promise<{ orderId: string; returned: string }> {
  const fan = await m.signUp();
  const blockId = await m.newBlock(50, 1_000);
  const request = { blockId, qty: 100 };
  const { body } = await m.call('createPaymentLinkDatTokenTesting', request, fan.token);
  await m.pay(body.result.url);
  const orderId: string = body.result.orderId;
  const find = async () => (await services().orders.find(orderId)) ?? undefined;
  const order = await until(find, (one) => one?.state === 'settled');
  await services().stripe.refunds.create({
    payment_intent: order?.paymentIntentId ?? '',
    amount: 500,
  });
  const refunded = await until(find, (one) => one?.clawbacks.length === 1);
  return { orderId, returned: refunded?.clawbacks[0] ?? '' };
}

const numbersOf = async (ids: readonly string[]) => {
  const stored = await services().store.read(ids.map(docs.entry));
  return ids.map((id) => stored.get(docs.entry(id))?.data.seq);
};

beforeAll(async () => {
  setClockOffset(await m.clockOffset());
  // What other tests have written is not part of this.
  await publishPublicLog(services());
}, 120_000);

test('a sale is in the public log once: its release, the sale, and no one’s uid', async () => {
  const { datId, uid, entries } = await aSale();
  await Promise.all([m.runScheduled('publishLogJob'), publishPublicLog(services())]);
  await publishPublicLog(services());
  const lines = linesOf(await readLog(services().store)).filter((line) => line.datId === datId);
  expect(lines).toMatchObject([
    { kind: 'release', editions: 2, priceCents: 1_000, sharePpm: 25_000 },
    { kind: 'sale', edition: 1, version: 2, priceCents: 1_000, tokens: 20 },
  ]);
  expect(await numbersOf(entries)).toEqual([0, lines[0]?.seq, lines[1]?.seq]);
  expect(JSON.stringify(lines)).not.toContain(uid);
  expect(await brokenLog(services(), await readLog(services().store))).toEqual([]);
});

test('a publisher that is killed right before or after each of its writes loses and doubles nothing', {
  timeout: 240_000,
}, async () => {
  const place = { clockOffsetMs: await m.clockOffset(), stripe: m.addresses.stripe };
  const publish = { does: 'publish', atOnce: 2 } as const;
  let deaths = 0;
  const all = deathsOf(3);
  for (const death of all) {
    const before = await readLog(services().store);
    const { entries } = await aSale();
    await aSale();
    if ((await doAndDie(publish, death, place)) === 'killed') deaths += 1;
    await Promise.all([
      doAndDie(publish, noDeath, place),
      publishPublicLog(services(), { atOnce: 3 }),
    ]);
    await publishPublicLog(services());
    expect(await numbersOf(entries)).not.toContain(null);
    expect([death, await brokenLog(services(), before)]).toEqual([death, []]);
  }
  expect(deaths).toBe(all.length);
});

test('a refund names the line of its sale, also when the clock of its writer was late', async () => {
  const place = { clockOffsetMs: await m.clockOffset(), stripe: m.addresses.stripe };
  const { orderId, returned } = await aRefund();
  const sale = `settle:${orderId}`;
  const { data } = (await services().store.read([docs.entry(sale)])).get(docs.entry(sale)) ?? {};
  await firestore()
    .doc(docs.entry(returned))
    .update({ at: Number(data?.at) - 1_000 });
  const before = await readLog(services().store);
  await Promise.all([
    doAndDie({ does: 'publish', atOnce: 1 }, { effect: 2, when: 'after' }, place),
    publishPublicLog(services(), { atOnce: 1 }),
  ]);
  await publishPublicLog(services());
  const [sold, corrected] = await numbersOf([sale, returned]);
  const line = linesOf(await readLog(services().store))[Number(corrected) - 1];
  expect(line).toMatchObject({ kind: 'payment-correction', corrects: sold, paidCents: -500 });
  expect(await brokenLog(services(), before)).toEqual([]);
});

test('a user is named beside the log, and not any more once they choose to be unnamed', async () => {
  const fan = await m.signUp();
  const username = `fan${randomUUID().slice(0, 8)}`;
  const profile = { path: docs.publicProfile(fan.uid), data: { username } };
  await services().store.write({ create: [profile] });
  const dat = { datId: randomUUID(), creatorUid: fan.uid, editions: 1, priceCents: 1_000 };
  await write(mintEntry({ ...dat, sharePpm: 25_000 }));
  await publishPublicLog(services());
  const copy = await copied();
  const look = async () => {
    const log = await openPublicLog(copy);
    await copy.refresh();
    return { head: log.head, handles: await log.handles() };
  };
  const person = Object.entries((await look()).handles).find(([, name]) => name === username)?.[0];
  const [line] = linesOf(await readLog(services().store)).filter(
    ({ datId }) => datId === dat.datId,
  );
  expect(line).toMatchObject({ kind: 'release', creator: person });
  const before = await look();
  const hidden = await m.call('setLedgerHandle', { handle: 'hidden' }, fan.token);
  expect(hidden.body).toEqual({ result: { handle: 'hidden' } });
  const after = await look();
  expect(Object.values(after.handles)).not.toContain(username);
  expect(after.head).toEqual(before.head);
  await m.call('setLedgerHandle', { handle: 'shown' }, fan.token);
  expect((await look()).handles[String(person)]).toBe(username);
  await copy.close();
});
