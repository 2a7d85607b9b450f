import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { market } from '@datchain/testing/server/market.ts';
import { brokenLog, parseLogLines, readLog } from '@datchain/testing/server/public-log.ts';
import { beforeAll, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { services } from '../services.ts';
import { publishPublicLog } from './job.ts';
import { openPublicLog } from './source.ts';

const m = market();

async function write(entry: Entry): Promise<string> {
  await committed(services().books, entry);
  return entry.id;
}

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

const numbersOf = async (ids: readonly string[]) => {
  const stored = await services().store.read(ids.map(docs.entry));
  return ids.map((id) => stored.get(docs.entry(id))?.data.seq);
};

beforeAll(async () => {
  setClockOffset(await m.clockOffset());
  // Publishes entries of other tests first, so that they do not count here.
  await publishPublicLog(services());
}, 120_000);

test('a sale is in the public log once, with its release and without any uid', async () => {
  const { datId, uid, entries } = await aSale();
  await Promise.all([m.runScheduled('publishLogJob'), publishPublicLog(services())]);
  await publishPublicLog(services());
  const lines = parseLogLines(await readLog(services().store)).filter(
    (line) => line.datId === datId,
  );
  expect(lines).toMatchObject([
    { kind: 'release', editions: 2, priceCents: 1_000, sharePpm: 25_000 },
    { kind: 'sale', edition: 1, version: 2, priceCents: 1_000, tokens: 20 },
  ]);
  expect(await numbersOf(entries)).toEqual([0, lines[0]?.seq, lines[1]?.seq]);
  expect(JSON.stringify(lines)).not.toContain(uid);
  expect(await brokenLog(services(), await readLog(services().store))).toEqual([]);
});

test('a user is named beside the log, until they choose to be unnamed', async () => {
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
  const [line] = parseLogLines(await readLog(services().store)).filter(
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
