import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { closeToday } from '@datchain/testing/server/close-today.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { copied } from '@datchain/testing/server/copied.ts';
import { market } from '@datchain/testing/server/market.ts';
import { person } from '@datchain/testing/server/releasing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { buyEditionEntry, listEditionEntry } from '../journal/entries/editions.ts';
import { publishPublicLog } from '../public-log/job.ts';
import { newPerson } from '../public-log/people.ts';
import { type DayCoins, openPublicLog } from '../public-log/source.ts';
import { services } from '../services.ts';
import { setDocuments } from './bulk.ts';
import { copiedValues } from './copy-live.ts';
import { firestore } from './firebase.ts';
import { copiedLive } from './live-changes.ts';
import { liveDatabase } from './live-database.ts';
import { copiedCollections } from './public-changes.ts';
import { PublicCopy } from './public-copy.ts';
import { readPublicData } from './public-data.ts';

const m = market();
const { fanWith, release } = collectors(m);

const folder = mkdtempSync(join(tmpdir(), 'datchain-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => setClockOffset(await m.clockOffset()));

const { FIRESTORE_EMULATOR_HOST: firestoreHost, DATABASE_URL: databaseURL = '' } = process.env;
const here = { projectId: testStack().projectId, databaseURL, firestoreHost };

const contents = ({ file }: PublicCopy) => ({
  ...Object.fromEntries(copiedCollections.map((name) => [name, [...file.all(name)]])),
  ...Object.fromEntries(copiedLive.map((name) => [`live/${name}`, [...copiedValues(file, name)]])),
});

async function now() {
  const copy = await copied();
  const all = contents(copy);
  await copy.close();
  return all;
}

const settled = () => m.runScheduled('sweepProjectionsJob');

const copyIn = (file: string) => new PublicCopy(here, join(folder, file));

test('after any writes of the product an incremental copy equals a full one', async () => {
  const copy = await copied();
  const same = async () => {
    const read = await copy.refresh();
    expect(read).toMatchObject({ isWhole: false, unmarked: [] });
    expect(contents(copy)).toEqual(await now());
    return read;
  };
  const artist = await m.signUp({ hasDocument: false });
  const { username } = await person({ uid: artist.uid, email: artist.email });
  await firestore().doc(docs.username(username.toLowerCase())).set({ uid: artist.uid });
  await copy.learnProfiles([artist.uid]);
  const [fan, other] = [await fanWith(40), await fanWith(40)];
  const datId = await release(artist, 1);
  await settled();
  await same();

  const edition = { datId, number: 1 };
  await commit(buyEditionEntry({ ...edition, version: 1 }, fan.uid, 1_000));
  await settled();
  const { documents } = await same();
  expect(documents).toBeLessThan(50);
  await commit(listEditionEntry({ ...edition, version: 2 }, fan.uid, 1_500));
  await commit(buyEditionEntry({ ...edition, version: 3 }, other.uid, 1_500));
  const followed = await m.call('followArtist', { username, isWanted: true }, fan.token);
  expect(followed.status, JSON.stringify(followed.body)).toBe(200);
  await settled();
  await same();

  await publishPublicLog(services());
  await closeToday();
  await m.call('setLedgerHandle', { handle: 'hidden' }, fan.token);
  const changed = await m.call('changeAccount', { about: 'Hello', links: [] }, artist.token);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await same();

  const summary = { path: docs.analyticsSummary, data: { [datId]: { spotify: { dates: {} } } } };
  await services().store.write({ create: [summary] });
  const values = liveDatabase();
  const { version } = await values.readVersioned(live.streamStats(datId));
  await values.replace(live.streamStats(datId), { daily: { '2026-11-19': 4 } }, version);
  await same();
  const [stored] = [...(await services().store.read([docs.followers(artist.uid)])).entries()];
  if (!stored) throw new Error('Nobody follows the artist.');
  const [path, followers] = stored;
  await services().store.write({ remove: [{ path, version: followers.version }] });
  await values.patch({ [live.streamStats(datId)]: null });
  await same();
  expect(copy.read(path)).toBeUndefined();
  await copy.close();
});

test('a current copy reads only the marks of the last minute, and does not change', async () => {
  const copy = await copied();
  const { state } = copy;
  const { documents } = await copy.refresh();
  const marks = await firestore().collection(docs.publicChanges).count().get();
  // Besides the marks, a refresh reads documents that are deleted or older than their mark.
  expect(documents).toBeLessThanOrEqual(2 * marks.data().count);
  expect(copy.state).toBe(state);
  await copy.close();
});

test('more changes than one page of marks or values are all copied', async () => {
  const copy = await copied();
  const run = randomUUID().slice(0, 8);
  const ids = Array.from({ length: 701 }, (_, at) => `many-${run}-${at}`);
  await setDocuments(
    firestore(),
    ids.map((id) => ({ path: docs.datHistory(id), data: { lines: [] } })),
  );
  await liveDatabase().patch(
    Object.fromEntries(ids.map((id, at) => [live.earnings(id), { totalEarnings: at + 1 }])),
  );
  await copy.refresh();
  expect(contents(copy)).toEqual(await now());
  await copy.close();
});

test('a full read finds and names unmarked changes and deletions', async () => {
  const id = `unmarked-${randomUUID()}`;
  const [changed, gone] = [docs.datHistory(id), docs.datHistory(`${id}-gone`)];
  await setDocuments(firestore(), [
    { path: changed, data: { lines: [] } },
    { path: gone, data: { lines: [] } },
  ]);
  await liveDatabase().patch({ [live.earnings(id)]: { totalEarnings: 1 } });
  const copy = await copied();
  await firestore().doc(changed).set({ lines: [], by: 'hand' });
  await firestore().doc(gone).delete();
  expect((await copy.refresh()).unmarked).toEqual([]);
  expect(copy.read(changed)).toEqual({ lines: [] });
  const { isWhole, unmarked } = await copy.refresh({ isWhole: true });
  expect([isWhole, [...unmarked].sort()]).toEqual([true, [changed, gone].sort()]);
  expect(contents(copy)).toEqual(await now());
  await copy.close();
});

test('the copy reads everything on the first refresh of a day', async () => {
  const copy = await copied();
  const later = (days: number) => copy.refresh({ now: Date.now() + days * DAY_MILLIS });
  expect((await copy.refresh()).isWhole).toBe(false);
  expect((await later(1)).isWhole).toBe(true);
  expect((await later(1)).isWhole).toBe(false);
  expect((await later(9)).isWhole).toBe(true);
  await copy.close();
});

test('the copy reads everything after the database was emptied or restored', async () => {
  const path = docs.datHistory(`back-${randomUUID()}`);
  const write = () => setDocuments(firestore(), [{ path, data: { lines: [] } }]);
  await write();
  const copy = await copied();
  const before = await firestore().doc(docs.publicChange(path)).get();
  await write();
  expect(await copy.refresh()).toMatchObject({ isWhole: false });
  // A restored backup lacks the mark, and has other documents.
  await firestore().doc(docs.publicChange(path)).delete();
  await firestore().doc(path).delete();
  expect(before.exists).toBe(true);
  expect(await copy.refresh()).toMatchObject({ isWhole: true, unmarked: [] });
  expect(contents(copy)).toEqual(await now());
  await copy.close();
});

test('a copy continues where it was; a damaged or foreign one begins empty', async () => {
  const first = copyIn('kept');
  expect((await first.refresh()).isWhole).toBe(true);
  const { state } = first;
  await first.close();
  const again = copyIn('kept');
  expect((await again.refresh()).isWhole).toBe(false);
  expect(again.state).toBe(state);
  await again.close();

  writeFileSync(join(folder, 'kept'), 'not a database');
  const next = copyIn('kept');
  expect((await next.refresh()).isWhole).toBe(true);
  expect(next.state).not.toBe(state);
  await next.close();

  const elsewhere = new PublicCopy({ ...here, projectId: 'demo-elsewhere' }, join(folder, 'kept'));
  expect((await elsewhere.refresh()).isWhole).toBe(true);
  expect([...elsewhere.file.all(docs.datHistories)]).toEqual([]);
  await elsewhere.close();
});

test('a profile created by a browser is read when it is needed', async () => {
  const copy = await copied();
  const newcomer = await person();
  const row = { creatorId: newcomer.uid, creatorUsername: newcomer.username, editions: [] };
  const about = { ...(await firestore().doc(docs.publicProfile(newcomer.uid)).get()).data() };
  await firestore()
    .doc(docs.publicProfile(newcomer.uid))
    .set({ ...about, about: 'New here' });
  await setDocuments(firestore(), [{ path: docs.assetsPage(77), data: { assets: [row] } }]);
  await copy.refresh();
  const { people } = await readPublicData(copy);
  expect(people[newcomer.username.toLowerCase()]?.about).toBe('New here');
  await copy.close();
});

test("a copy has no user's secret number, and no person number of unnamed users", async () => {
  const [named, unnamed] = [newPerson(randomUUID()), newPerson(randomUUID())];
  const ids = [randomUUID(), randomUUID()] as const;
  await setDocuments(firestore(), [
    { path: docs.publicLogPerson(ids[0]), data: { ...named } },
    { path: docs.publicLogPerson(ids[1]), data: { ...unnamed, isUnnamed: true } },
  ]);
  const copy = await copied();
  expect(copy.read(docs.publicLogPerson(ids[0]))).toEqual({
    person: named.person,
    isUnnamed: false,
  });
  expect(copy.read(docs.publicLogPerson(ids[1]))).toEqual({ person: '', isUnnamed: true });
  await copy.close();
});

test('[N-JOB-04] the coins of a listed day are read in parts, whenever they are asked for', async () => {
  const fan = await fanWith(25);
  const datId = await release(await m.signUp(), 1);
  await commit(buyEditionEntry({ datId, number: 1, version: 1 }, fan.uid, 1_000));
  const day = await closeToday();
  await publishPublicLog(services());
  // The log ignores an unreadable day without coins.
  const broken = { date: '2020-01-01', isClosed: false };
  await setDocuments(firestore(), [{ path: `${docs.bookDays}/2020-01-01`, data: broken }]);
  const copy = await copied();
  const log = await openPublicLog(copy);
  const listed: DayCoins[] = [];
  for await (const one of log.coins()) listed.push(one);
  const own = listed.find((one) => one.day === day);
  const texts: string[] = [];
  for (let time = 0; time < 2; time++) {
    let text = '';
    for await (const part of own?.read() ?? []) text += part;
    texts.push(text);
  }
  expect(texts[0]).toMatch(/^(?:[0-9a-f]{64} \w+ \d+\n)+$/);
  expect(texts[1]).toBe(texts[0]);
  await copy.close();
});
