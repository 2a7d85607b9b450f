import { randomUUID } from 'node:crypto';
import { DAY_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { wholePath } from '@datchain/shared/domain/whole-song.ts';
import { collectors, commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { aWork } from '@datchain/testing/server/works.ts';
import { beforeAll, expect, test } from 'vitest';
import { mp3Seconds } from '../../audio/mp3-seconds.ts';
import { aSound, flacFile } from '../../audio/testing/sound-files.ts';
import { setClockOffset } from '../../clock.ts';
import { buyEditionEntry, listEditionEntry } from '../../journal/entries/editions.ts';
import { services } from '../../services.ts';
import { files } from '../../stores/files.ts';
import { restore, takeDown } from '../take-down.ts';
import { sweepSounds } from './sweep-sounds.ts';
import { makeWholeSongs } from './whole-songs.ts';

const m = market();
const r = releasing(m);
const { fanWith } = collectors(m);

const followClock = async () => setClockOffset(await m.clockOffset());
beforeAll(followClock);

const buy = (datId: string, { uid }: Fan, version = 1, priceCents = 1_000) =>
  commit(buyEditionEntry({ datId, number: 1, version }, uid, priceCents));

async function ask(fan: Fan | undefined, datId: string, download?: true) {
  const input = { datId, ...(download && { download }) };
  const { status, body } = await m.call('getListenLink', input, fan?.token);
  return { status, message: body.error?.message, ...body.result };
}

async function linkOf(fan: Fan, datId: string, download?: true): Promise<string> {
  const { url, message } = await ask(fan, datId, download);
  if (!url) throw new Error(message);
  return url;
}

const statusOf = async (url: string) => (await fetch(url)).status;
const wholeOf = async (datId: string) => (await services().releases.find(datId))?.whole;

/** Runs the job by the server's current clock, which other test files may have shifted. */
async function make() {
  await followClock();
  return makeWholeSongs(services());
}

const notHolding = { status: 403, message: 'Only holders of an edition can hear the whole song.' };
const preparing = {
  status: 503,
  message: 'The whole song is being prepared. Try again in a minute.',
};
const takenDown = { status: 400, message: 'This DAT has been taken down.' };

test('[N-SND-07] a holder of an edition hears the whole song and saves the original; others are refused', async () => {
  const [creator, operator] = [await m.signUp({ hasDocument: false }), await r.operator()];
  const artist = await r.person({ uid: creator.uid });
  const uploads = await uploadFiles(operator);
  const song = songFor(artist, uploads, { SongName: 'Zoë / Live' });
  const released = await m.call('releaseDAT', { songs: [song] }, operator.token);
  const [datId] = released.body.result.datIds;
  expect(await ask(creator, datId)).toEqual(preparing);
  await m.runScheduled('makeWholeSongsJob');

  const buyer = await fanWith(10);
  expect(await ask(buyer, datId)).toEqual(notHolding);
  const purchase = { datId, editionNumber: 1, expectedPrice: 10 };
  expect((await m.call('purchaseEdition', purchase, buyer.token)).status).toBe(200);
  for (const holder of [creator, buyer]) {
    const { url, seconds, expiresAt } = await ask(holder, datId);
    expect(seconds).toBeCloseTo(10.5, 1);
    expect(expiresAt - services().clock.now()).toBeGreaterThan(14 * MINUTE_MILLIS);
    const heard = await fetch(url);
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(heard.headers.get('cache-control')).toBe('private, max-age=0');
    const bytes = new Uint8Array(await heard.arrayBuffer());
    expect(Math.abs((mp3Seconds(bytes) ?? 0) - 10.5)).toBeLessThan(0.3);
    const part = await fetch(url, { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1_000]);
  }
  const saved = await fetch(await linkOf(buyer, datId, true));
  const original = await fetch(uploads.SongURL);
  expect(Buffer.from(await saved.arrayBuffer())).toEqual(Buffer.from(await original.arrayBuffer()));
  const name = `${encodeURIComponent(artist.artistName)}%20-%20Zo%C3%AB%20Live.wav`;
  expect(saved.headers.get('content-disposition')).toContain(`filename*=UTF-8''${name}`);

  const others: [Fan | undefined, string, object][] = [
    [await m.signUp(), datId, notHolding],
    // The operator released in the artist's name and holds nothing.
    [operator, datId, notHolding],
    [undefined, datId, { status: 401, message: 'Please log in first.' }],
    [buyer, `dat-${randomUUID()}`, { status: 404, message: 'DAT not found' }],
  ];
  for (const [who, id, refusal] of others) {
    expect(await ask(who, id)).toEqual(refusal);
    expect(await ask(who, id, true)).toEqual(refusal);
  }
});

test('[N-SND-07] a seller of their last edition is refused: the creator after the first sale and its buyer after the resale', async () => {
  const { datId, creator } = await aWork();
  const [seller, buyer] = [await fanWith(10), await fanWith(20)];
  await make();
  expect(await ask(creator, datId)).toMatchObject({ status: 200 });
  await buy(datId, seller);
  expect(await ask(creator, datId)).toEqual(notHolding);
  expect(await ask(seller, datId)).toMatchObject({ status: 200 });
  await commit(listEditionEntry({ datId, number: 1, version: 2 }, seller.uid, 2_000));
  expect(await ask(seller, datId)).toMatchObject({ status: 200 });
  await buy(datId, buyer, 3, 2_000);
  expect(await ask(seller, datId)).toEqual(notHolding);
  expect(await ask(seller, datId, true)).toEqual(notHolding);
  expect(await ask(buyer, datId, true)).toMatchObject({ status: 200 });
});

test('[N-SND-07] a signed address works until it expires, and not if any part of it is changed', async () => {
  const { datId, creator } = await aWork();
  const other = await aWork();
  await make();
  const [url, save] = [await linkOf(creator, datId), await linkOf(creator, datId, true)];
  expect([await statusOf(url), await statusOf(save)]).toEqual([200, 200]);
  const altered = (address: string, change: (url: URL) => void) => {
    const changed = new URL(address);
    change(changed);
    return statusOf(changed.href);
  };
  const set = (key: string, value: string) => (changed: URL) =>
    changed.searchParams.set(key, value);
  const { song } = (await wholeOf(other.datId)) ?? {};
  const changes: ((changed: URL) => void)[] = [
    set('X-Goog-Expires', '604800'),
    set('X-Goog-Date', '20300101T000000Z'),
    set('generation', '1'),
    set('response-content-disposition', 'inline'),
    set('X-Goog-Signature', '00'.repeat(256)),
    (changed) => {
      changed.pathname = `/${files().bucket}/${wholePath(song?.file ?? '')}`;
    },
    (changed) => changed.searchParams.delete('generation'),
    (changed) => {
      changed.search = '';
    },
  ];
  for (const change of changes) {
    expect([await altered(url, change), await altered(save, change)]).toEqual([403, 403]);
  }
  await m.shiftClock(16 * MINUTE_MILLIS);
  await followClock();
  expect([await statusOf(url), await statusOf(save)]).toEqual([400, 400]);
  expect(await statusOf(await linkOf(creator, datId))).toBe(200);
});

test('[N-SND-09] a takedown silences the whole song and closes the original at all earlier addresses; a restoration brings both back', async () => {
  const { datId, creator, operator, songUrl } = await aWork();
  await make();
  const given = [await linkOf(creator, datId), await linkOf(creator, datId, true), songUrl];
  const statuses = () => Promise.all(given.map(statusOf));
  expect(await statuses()).toEqual([200, 200, 200]);
  /** Requests the object itself as its uploader, who could otherwise make a new address for it. */
  const asUploader = async () => {
    const [address = ''] = songUrl.split('?');
    const headers = { authorization: `Firebase ${operator.token}` };
    return (await fetch(address, { headers })).status;
  };
  expect(await asUploader()).toBe(200);

  await takeDown(services(), { datId, reason: 'A claim of rights' });
  expect(await statuses()).toEqual([404, 404, 403]);
  expect(await asUploader()).toBe(403);
  expect(await ask(creator, datId)).toEqual(takenDown);
  expect(await ask(creator, datId, true)).toEqual(takenDown);
  await takeDown(services(), { datId, reason: 'A claim of rights' });
  await make();
  expect(await statuses()).toEqual([404, 404, 403]);

  await restore(services(), { datId, reason: 'The claim was settled' });
  expect(await ask(creator, datId)).toEqual(preparing);
  await make();
  expect(await statusOf(await linkOf(creator, datId))).toBe(200);
  expect(await statusOf(await linkOf(creator, datId, true))).toBe(200);
  expect([await asUploader(), await statusOf(songUrl)]).toEqual([200, 200]);
  expect((await statuses()).slice(0, 2)).toEqual([404, 404]);
});

test('[N-SND-09] a takedown while the whole song is being made leaves nothing of it', async () => {
  const { datId } = await aWork();
  const whole = services();
  const keep = async (...given: Parameters<typeof whole.files.keep>) => {
    await whole.files.keep(...given);
    await takeDown(services(), { datId, reason: 'A claim of rights' });
  };
  const held = Object.assign(Object.create(whole.files), { keep });
  expect(await makeWholeSongs({ ...whole, files: held })).toMatchObject({ failed: 0 });
  expect(await pathsOf(datId)).toEqual([]);
  expect(await wholeOf(datId)).toMatchObject({ song: null, dueAt: null });
});

async function pathsOf(datId: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const page of files().pages(`full/${datId}`, 100)) {
    paths.push(...page.map(({ path }) => path));
  }
  return paths;
}

test('two concurrent jobs make a song once; a failed one is retried, a damaged one is reported, and neither blocks others', async () => {
  await make();
  const damaged = Buffer.from(flacFile(aSound({ seconds: 12, sampleRate: 8_000, channels: 1 })));
  damaged.fill(0x55, Math.round(damaged.length * 0.5), Math.round(damaged.length * 0.6));
  const broken = await aWork({ recording: damaged, kind: 'flac' });
  const lost = await aWork();
  await files().remove(lost.audioPath);
  const good = await aWork();
  const runs = await Promise.all([make(), make()]);
  const sum = (field: 'looked' | 'made' | 'failed') => runs[0][field] + runs[1][field];
  expect([sum('looked'), sum('made'), sum('failed')]).toEqual([3, 2, 1]);
  expect(await ask(good.creator, good.datId)).toMatchObject({ status: 200 });
  expect(await ask(broken.creator, broken.datId)).toEqual({
    status: 400,
    message: 'The whole song cannot be played: its recording is damaged.',
  });
  expect(await ask(broken.creator, broken.datId, true)).toMatchObject({ status: 200 });
  expect(await ask(lost.creator, lost.datId)).toEqual(preparing);
  expect((await make()).looked).toBe(0);
  const later = { now: () => services().clock.now() + 11 * MINUTE_MILLIS };
  expect(await makeWholeSongs({ ...services(), clock: later })).toEqual({
    looked: 1,
    made: 0,
    failed: 1,
  });
});

test('whole songs that no release names are deleted after a day, and a missing one is made again on request', async () => {
  const { datId, creator } = await aWork();
  await make();
  const orphan = wholePath(`${datId}-01234567.mp3`);
  await files().keep(orphan, new Uint8Array(9), 'audio/mpeg');
  const clock = { now: () => services().clock.now() + 2 * DAY_MILLIS };
  expect(await sweepSounds({ ...services(), clock })).toBe(1);
  const { song } = (await wholeOf(datId)) ?? {};
  expect(await pathsOf(datId)).toEqual([wholePath(song?.file ?? '')]);
  await files().remove(wholePath(song?.file ?? ''));
  expect(await ask(creator, datId)).toEqual(preparing);
  await make();
  expect(await ask(creator, datId)).toMatchObject({ status: 200 });
});
