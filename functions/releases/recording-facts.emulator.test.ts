import { readAnalytics } from '@datchain/shared/contracts/documents/analytics.ts';
import type { FactsOfWork } from '@datchain/shared/contracts/documents/recording-facts.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSongInput } from '@datchain/shared/contracts/release-song.ts';
import { readList } from '@datchain/shared/contracts/tolerant.ts';
import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import { noTypedFacts, type TypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { freshIsrc } from '@datchain/testing/server/fresh-isrc.ts';
import { type Answer, type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { findReleaseByArtist } from '@datchain/testing/server/shown-release.ts';
import { sampleFolder } from '@datchain/testing/server/stream-runs.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { files } from '../stores/files.ts';
import { liveDatabase } from '../stores/live-database.ts';
import { importFiles } from '../streams/import-files.ts';
import { takeDown } from './take-down.ts';

const m = market();
const r = releasing(m);
const folder = sampleFolder();
afterAll(folder.remove);

const read = async (path: string) => (await services().store.read([path])).get(path)?.data;
const rowOf = async (datId: string) => (await services().summaries.rows()).get(datId);
const statusAndMessage = ({ status, body }: Answer) => [status, body.error?.message];

async function aSong(change: Partial<ReleaseSongInput> = {}) {
  const [operator, fan] = [await r.operator(), await m.signUp()];
  const artist = await r.person({ uid: fan.uid });
  const song = songFor(artist, await uploadFiles(operator), change);
  const send = (again: Partial<ReleaseSongInput> = {}) =>
    m.call('releaseDAT', { songs: [{ ...song, ...again }] }, operator.token);
  return { operator, fan, song, send };
}

async function released(change: Partial<ReleaseSongInput> = {}) {
  const made = await aSong(change);
  const { status, body } = await made.send();
  expect([status, body.error]).toEqual([200, undefined]);
  return { ...made, datId: body.result.datIds[0] as string };
}

const setFacts = (fan: Fan, datId: string, facts: Partial<TypedFacts>) =>
  m.call('setRecordingFacts', { datId, facts: { ...noTypedFacts, ...facts } }, fan.token);

const linesOf = async (datId: string) =>
  readList((await read(docs.datHistory(datId)))?.lines)
    .map((line) => line as { kind: string; reason?: string })
    .flatMap(({ kind, reason }) => (kind === 'facts' ? [reason] : []));

beforeAll(async () => setClockOffset(await m.clockOffset()));

describe('a release with facts', () => {
  test('[N-FCT-01] [N-FCT-02] shows them in its row, in one spelling, and in the tags of its preview', async () => {
    const isrc = freshIsrc();
    const spelled = isrc.replace(/^(..)(...)(..)/, '$1-$2-$3-').toLowerCase();
    const facts = {
      isrc,
      isExplicit: true,
      pLine: '2026 North Quay Records',
      cLine: '2026 Marlow',
    };
    const typed = { ...facts, isrc: spelled, pLine: '℗  2026 North Quay Records' };
    const { datId, send } = await released(typed);
    const row = await rowOf(datId);
    expect(row?.recordingFacts).toEqual(facts);
    expect(await read(docs.isrc(isrc))).toEqual({ datId });
    const newest = readList(await services().live.read(live.newestReleases));
    expect(newest).toContainEqual(
      expect.objectContaining({ id: datId, recordingFacts: { isExplicit: true } }),
    );
    const previews = `${files().origin}/v0/b/${files().bucket}/o/previews%2F`;
    const sound = await fetch(previewAddress(previews, row?.preview?.file ?? ''));
    const tags = Buffer.from(await sound.arrayBuffer()).toString('latin1', 0, 400);
    expect(tags).toContain(`TSRC\0\0\0\x0e\0\0\0${isrc}\0`);
    expect(tags).toMatch(new RegExp(`WOAF[^]{6}https?://[^\0]+/viewdat/${datId}`));
    expect((await send(facts)).body.result).toEqual({ datIds: [datId] });
    expect((await send({ isExplicit: false })).status).toBe(409);
  });

  test('[N-FCT-01] has no field for them if none are given', async () => {
    const { datId } = await released({ isExplicit: false });
    expect(await rowOf(datId)).not.toHaveProperty('recordingFacts');
    expect(await read(docs.release(datId))).not.toHaveProperty('recordingFacts');
    expect(await read(docs.recordingFacts(datId))).toBeUndefined();
  });

  const wrong = { isrc: 'GBXNQ26', pLine: 'North Quay Records', cLine: '2026' };
  test.each(Object.entries(wrong))('[N-FCT-01] is refused with the %s %j', async (fact, text) => {
    const { send, fan } = await aSong();
    const [status, sentence] = statusAndMessage(await send({ [fact]: text }));
    expect([status, sentence]).toEqual([400, expect.stringMatching(/, such as /)]);
    expect(await findReleaseByArtist(fan.uid)).toBeUndefined();
  });

  test('[N-FCT-01] is refused with the ISRC of another work, even of one that was taken down', async () => {
    const isrc = freshIsrc();
    const first = await released({ isrc });
    const second = await aSong({ isrc });
    const name = `"${first.song.SongName}" by ${first.song.ArtistName}`;
    expect(statusAndMessage(await second.send())).toEqual([
      409,
      `This ISRC already belongs to ${name}.`,
    ]);
    await takeDown(services(), { datId: first.datId, reason: 'A claim of rights' });
    const unnamed = [409, 'This ISRC already belongs to another work.'];
    expect(statusAndMessage(await second.send())).toEqual(unnamed);
    expect(await findReleaseByArtist(second.fan.uid)).toBeUndefined();
    const { operator, song } = second;
    const other = songFor(await r.person(), await uploadFiles(operator));
    const twins = [song, other].map((one) => ({ ...one, isrc: 'QZTST2599999' }));
    expect(statusAndMessage(await m.call('releaseDAT', { songs: twins }, operator.token))).toEqual([
      400,
      'Two of these songs have the same ISRC.',
    ]);
  });

  test('[N-FCT-01] exactly one of several simultaneous releases with one ISRC is accepted', async () => {
    const isrc = freshIsrc();
    const songs = await Promise.all(Array.from({ length: 4 }, () => aSong({ isrc })));
    const answers = await Promise.all(songs.map(({ send }) => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const found = await Promise.all(songs.map(({ fan }) => findReleaseByArtist(fan.uid)));
    const [winner, ...others] = found.filter((one) => one !== undefined);
    expect([winner?.state, others]).toEqual(['published', []]);
    expect(await read(docs.isrc(isrc))).toEqual({ datId: winner?.id });
  });
});

describe('a work without facts', () => {
  test('[N-FCT-01] is given facts by its releaser, which the row and the history show', async () => {
    const { fan, datId } = await released();
    const [one, two] = [freshIsrc(), freshIsrc()];
    const given = await setFacts(fan, datId, { isrc: one, cLine: '© 2026 Marlow' });
    expect(given.body.result).toEqual({ ...noTypedFacts, isrc: one, cLine: '2026 Marlow' });
    expect((await rowOf(datId))?.recordingFacts).toEqual({ isrc: one, cLine: '2026 Marlow' });
    await setFacts(fan, datId, { isrc: two, isExplicit: true });
    await setFacts(fan, datId, { isrc: two, isExplicit: true });
    expect((await rowOf(datId))?.recordingFacts).toEqual({ isrc: two, isExplicit: true });
    expect(await linesOf(datId)).toEqual([
      `ISRC ${two}, before ${one}; © none, before 2026 Marlow; Explicit`,
      `ISRC ${one}, before none; © 2026 Marlow, before none`,
    ]);
    const stored = await read(docs.recordingFacts(datId));
    expect(stored).toMatchObject({
      isPending: false,
      changes: [
        { was: {}, now: { isrc: one } },
        { was: { isrc: one }, now: { isrc: two, isExplicit: true } },
      ],
    });
    expect([await read(docs.isrc(one)), await read(docs.isrc(two))]).toEqual([
      undefined,
      { datId },
    ]);
    await released({ isrc: one });
  });

  test('[N-FCT-01] takes facts only from its releaser, no ISRC of another work, and none while it is taken down', async () => {
    const isrc = freshIsrc();
    const [{ song }, { fan, datId }] = [await released({ isrc }), await released()];
    const name = `"${song.SongName}" by ${song.ArtistName}`;
    expect(statusAndMessage(await setFacts(fan, datId, { isrc }))).toEqual([
      409,
      `This ISRC already belongs to ${name}.`,
    ]);
    expect(statusAndMessage(await setFacts(fan, datId, { pLine: 'Me' }))[0]).toBe(400);
    const notYours = [404, 'There is no work of yours with this id.'];
    expect(statusAndMessage(await setFacts(await m.signUp(), datId, { isExplicit: true }))).toEqual(
      notYours,
    );
    await takeDown(services(), { datId, reason: 'A claim of rights' });
    expect(statusAndMessage(await setFacts(fan, datId, { isExplicit: true }))).toEqual([
      400,
      'This DAT has been taken down.',
    ]);
    expect(await read(docs.recordingFacts(datId))).toBeUndefined();
    expect(await linesOf(datId)).toEqual([]);
  });

  test('[N-FCT-01] one of two works that are given one ISRC at once gets it', async () => {
    const isrc = freshIsrc();
    const works = await Promise.all([released(), released()]);
    const answers = await Promise.all(
      works.map(({ fan, datId }) => setFacts(fan, datId, { isrc, isExplicit: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = works[answers.findIndex(({ status }) => status === 200)];
    expect(await read(docs.isrc(isrc))).toEqual({ datId: winner?.datId });
    const rows = await Promise.all(works.map(({ datId }) => rowOf(datId)));
    expect(rows.filter((row) => row?.recordingFacts?.isrc === isrc)).toHaveLength(1);
  });

  test('[N-FCT-01] keeps both of two concurrent changes, one after the other', async () => {
    const { fan, datId } = await released();
    const [one, two] = [freshIsrc(), freshIsrc()];
    const answers = await Promise.all([one, two].map((isrc) => setFacts(fan, datId, { isrc })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { facts, changes } = (await read(docs.recordingFacts(datId))) as FactsOfWork;
    expect(changes.map(({ was }) => was)).toEqual([{}, changes[0]?.now]);
    expect(facts).toEqual(changes[1]?.now);
    expect((await rowOf(datId))?.recordingFacts).toEqual(facts);
    const lost = facts.isrc === one ? two : one;
    expect(await read(docs.isrc(lost))).toBeUndefined();
  });

  test('[N-FCT-01] can be changed at most five times a day', async () => {
    const { fan, datId } = await released();
    const change = { at: services().clock.now(), was: {}, now: {} };
    const data = { facts: {}, version: 5, changes: Array(5).fill(change), isPending: false };
    const create = [{ path: docs.recordingFacts(datId), data }];
    await services().store.write({ create });
    expect(statusAndMessage(await setFacts(fan, datId, { isExplicit: true }))).toEqual([
      429,
      'The facts of a work can be changed 5 times a day. Try again tomorrow.',
    ]);
    expect(await linesOf(datId)).toEqual([]);
  });

  test('[N-FCT-01] is updated by the sweep when the process crashed after the change', async () => {
    const { datId } = await released();
    const facts = { pLine: '2026 North Quay Records' };
    const data = { facts, version: 1, changes: [], isPending: true };
    const create = [{ path: docs.recordingFacts(datId), data }];
    await services().store.write({ create });
    await m.runScheduled('sweepProjectionsJob');
    expect((await rowOf(datId))?.recordingFacts).toEqual(facts);
    expect(await read(docs.recordingFacts(datId))).toMatchObject({ isPending: false });
  });
});

test('[N-FCT-02] streams are counted for the work with their ISRC, whatever their title, also when it is set later', async () => {
  const [isrc, other] = [freshIsrc(), freshIsrc()];
  const [named, late] = [await released({ isrc: other }), await released()];
  const { SongName, ArtistName } = named.song;
  const day = (daysAgo: number) => utcDay(services().clock.now() - daysAgo * DAY_MILLIS);
  const lines = [
    'date,platform,streams,isrc,title,artist',
    `${day(4)},spotify,11,${isrc},${SongName},${ArtistName}`,
    `${day(4)},spotify,7,${other},${late.song.SongName},${late.song.ArtistName}`,
  ];
  const path = folder.write('own.csv', `${lines.join('\n')}\n`);
  await importFiles([path], {
    store: services().store,
    live: liveDatabase(),
    now: services().clock.now,
    said: { by: 'a test', madeAt: services().clock.now() },
  });
  const streamsOf = async (datId: string) =>
    readAnalytics((await read(docs.analyticsSummary))?.[datId]).spotify[day(4)]?.streams;
  expect([await streamsOf(named.datId), await streamsOf(late.datId)]).toEqual([7, undefined]);
  await setFacts(late.fan, late.datId, { isrc });
  await m.runScheduled('distributeStreamsJob');
  expect([await streamsOf(named.datId), await streamsOf(late.datId)]).toEqual([7, 11]);
  const shared = await read(docs.datTotals(late.datId));
  expect(shared?.streamMicros).toBe(11 * 4_000);
});

test('[M-64] after these tests the books are clean', async () => {
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
