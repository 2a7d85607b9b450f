import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSongInput } from '@datchain/shared/contracts/release-song.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { commit } from '@datchain/testing/server/collectors.ts';
import { type Answer, type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { findReleaseByArtist, shownRelease } from '@datchain/testing/server/shown-release.ts';
import { aPng, aWav, songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { takeDownEntry } from '../journal/entries/take-down.ts';
import { services } from '../services.ts';

const m = market();
const r = releasing(m);

const release = (songs: readonly unknown[], fan: Fan) => m.call('releaseDAT', { songs }, fan.token);
const read = async (path: string) => (await services().store.read([path])).get(path)?.data;
const rowOf = async (datId: string) => (await services().summaries.rows()).get(datId);
const statusAndMessage = ({ status, body }: Answer) => [status, body.error?.message];

async function aSong(change: Partial<ReleaseSongInput> = {}) {
  const [operator, artist] = [await r.operator(), await r.person()];
  return { operator, artist, song: songFor(artist, await uploadFiles(operator), change) };
}

const once = { dats: 1, history: 1, rows: 1, posts: 1, uploadedItems: 1, singles: 1 };

beforeAll(async () => setClockOffset(await m.clockOffset()));

describe('a song released from its files', () => {
  test('[R-CAL-06] [R-REL-01] is uploaded with the SDK of browsers, and becomes a DAT with 20 editions', async () => {
    const [operator, artist] = [await r.operator(), await r.person({ artistName: 'Ana Örn' })];
    const [friend, stranger] = [await r.person(), await r.person()];
    const name = Date.now();
    const [ArtworkURL, SongURL] = await Promise.all([
      uploadAs(operator, {
        path: `dat_artwork/${name}_my cover (1).png`,
        bytes: aPng(),
        contentType: 'image/png',
      }),
      uploadAs(operator, {
        path: `dat_audio/${name}_ünder.wav`,
        bytes: aWav(),
        contentType: 'audio/wav',
      }),
    ]);
    const song = songFor(
      artist,
      { ArtworkURL, SongURL },
      {
        SongName: 'Maré Cheia',
        genres: ['rnb_soul'],
        tier: 'Platinum',
        producers: [
          { id: friend.uid, tag: `@${friend.username.toUpperCase()}` },
          { id: stranger.uid, tag: '@somebodyelse' },
          { id: 'tag:joe', tag: 'Joe' },
        ],
        recordLabels: [{ id: friend.uid, tag: 'Half Speed' }],
      },
    );
    const { status, body } = await release([song], operator);
    expect([status, body]).toEqual([200, { result: { datIds: [expect.any(String)] } }]);
    const [datId] = body.result.datIds;
    expect(datId).toMatch(/^mare-cheia-[0-9a-f]{12}$/);
    const row = await rowOf(datId);
    expect(row).toMatchObject({
      id: datId,
      contentId: datId,
      SongName: 'Maré Cheia',
      ArtistName: 'Ana Örn',
      tier: 'Platinum',
      genres: ['rnb_soul'],
      ArtworkURL,
      userId: artist.uid,
      producers: [
        { id: friend.uid, tag: `@${friend.username}` },
        { id: 'tag:@somebodyelse', tag: '@somebodyelse' },
        { id: 'tag:joe', tag: 'Joe' },
      ],
      recordLabels: [{ id: 'tag:half speed', tag: 'Half Speed' }],
      artistFeatures: [],
    });
    expect(row?.editions.map(({ price, isForSale }) => [price, isForSale])).toEqual(
      Array(20).fill([100, true]),
    );
    expect((await shownRelease(datId, artist.uid)).books).toEqual(once);
    expect((await fetch(ArtworkURL)).status).toBe(200);
  });

  test('is one DAT, however often it is sent and by however many operators at once', async () => {
    const [{ song, operator, artist }, other] = [await aSong(), await r.operator()];
    const wav = Buffer.from(await (await fetch(song.SongURL)).arrayBuffer());
    const png = Buffer.from(await (await fetch(song.ArtworkURL)).arrayBuffer());
    const name = `${Date.now()}_again`;
    const others = {
      ...song,
      ArtworkURL: await uploadAs(other, {
        path: `dat_artwork/${name}.png`,
        bytes: png,
        contentType: 'image/png',
      }),
      SongURL: await uploadAs(other, {
        path: `dat_audio/${name}.wav`,
        bytes: wav,
        contentType: 'audio/x-wav',
      }),
    };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => release([song], operator)),
      ...Array.from({ length: 4 }, () => release([others], other)),
    ]);
    const [first] = answers;
    expect(first?.status).toBe(200);
    for (const answer of answers) expect(answer).toEqual(first);
    const datId = first?.body.result.datIds[0];
    expect(await shownRelease(datId, artist.uid)).toEqual({
      books: once,
      screens: { live: 1, newest: 1, wallet: 1 },
    });
    expect(statusAndMessage(await release([{ ...song, tier: 'Gold' }], operator))).toEqual([
      409,
      `"${song.SongName}" has already been released with other details.`,
    ]);
    expect(await rowOf(datId)).toMatchObject({ tier: 'Bronze' });
  });

  test('may come with others in one call, and none is released when one is refused', async () => {
    const { song, operator, artist } = await aSong();
    const second = songFor(artist, await uploadFiles(operator));
    const bad = { ...songFor(artist, await uploadFiles(operator)), SongURL: song.ArtworkURL };
    expect(statusAndMessage(await release([song, second, bad], operator))).toEqual([
      400,
      'Invalid file location.',
    ]);
    expect(await findReleaseByArtist(artist.uid)).toBeUndefined();
    const { status, body } = await release([song, second, song], operator);
    expect(status).toBe(200);
    const [one, two, again] = body.result.datIds;
    expect(again).toBe(one);
    expect(await read(docs.user(artist.uid))).toMatchObject({ singles: [one, two] });
    expect([await rowOf(one), await rowOf(two)]).toEqual([
      expect.objectContaining({ SongName: song.SongName }),
      expect.objectContaining({ SongName: second.SongName }),
    ]);
  });
});

test('a DAT that was taken down is not released by sending it again', async () => {
  const { song, operator } = await aSong();
  const { body } = await release([song], operator);
  const datId = body.result.datIds[0];
  await commit(takeDownEntry({ datId, version: 0, reason: 'A claim of rights' }));
  expect(statusAndMessage(await release([song], operator))).toEqual([
    409,
    'This DAT was released before and has been taken down.',
  ]);
});

describe('the release list', () => {
  test('[M-44] [R-REL-01] an account that is not on the list, or was taken off it, cannot release', async () => {
    const { song, operator } = await aSong();
    await r.removeOperator(operator);
    const answers = [
      await release([song], operator),
      await release([song], await m.signUp()),
      await m.call('releaseDATFromSummary', { contentId: 'any' }, operator.token),
      await m.call('releaseDATFromSummary', { contentId: 'any' }, (await m.signUp()).token),
    ];
    for (const answer of answers) {
      expect(statusAndMessage(answer)).toEqual([403, 'This account is not on the release list.']);
    }
    const signedOut = await m.call('releaseDAT', { songs: [song] });
    expect(statusAndMessage(signedOut)).toEqual([401, 'Please log in first.']);
  });
});

test('[M-64] after these tests the books are clean', async () => {
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
