import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { refuse } from '@datchain/shared/domain/refusal.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { findReleaseByArtist, shownRelease } from '@datchain/testing/server/shown-release.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { setDocuments } from '../stores/bulk.ts';
import { firestore } from '../stores/firebase.ts';
import { acceptRelease } from './accept.ts';
import { resumeReleases, stuckReleases } from './finish.ts';
import { readRelease } from './release-from-summary.ts';

const m = market();
const r = releasing(m);

const release = (data: unknown, token?: string) => m.call('releaseDATFromSummary', data, token);
const read = async (path: string) => (await services().store.read([path])).get(path)?.data;
const postsOf = async (contentId: string) => {
  const posts = readList((await read(docs.musicPage(1)))?.posts).filter(isRecord);
  return posts.filter((post) => contentId === post.contentId || contentId === post.id);
};

beforeAll(async () => setClockOffset(await m.clockOffset()));

describe('a DAT of an existing release', () => {
  test('[R-CAL-05] is at once in the summary, the catalogue, the artist’s wallet and the live values', async () => {
    const [operator, artist] = [await r.operator(), await r.person()];
    const contentId = await r.post(artist, { SongName: 'Blue Monday Again', genres: ['pop'] });
    const { status, body } = await release({ contentId, tier: 'Gold' }, operator.token);
    expect([status, body]).toEqual([200, { result: { datId: expect.any(String) } }]);
    const { datId } = body.result;
    expect(datId).toMatch(/^blue-monday-again-[0-9a-f]{12}$/);

    const row = (await services().summaries.rows()).get(datId);
    expect(row).toMatchObject({
      id: datId,
      contentId,
      SongName: 'Blue Monday Again',
      ArtistName: artist.artistName,
      creatorId: artist.uid,
      creatorUsername: artist.username,
      tier: 'Gold',
      chain: 'datchain',
      genres: ['pop'],
      ArtworkURL: '',
      SoldOut: false,
      ownedEditions: [],
    });
    expect(row?.editions).toHaveLength(20);
    expect(row?.editions[19]).toMatchObject({ edition: 20, price: 50, royalties: 2.5 });
    expect(await postsOf(contentId)).toEqual([expect.objectContaining({ datId })]);
    expect(await read(docs.user(artist.uid))).toMatchObject({
      uploadedItems: [datId],
      singles: [datId],
    });
    expect(await read(docs.release(datId))).toMatchObject({ state: 'published', isDone: true });
    expect(await services().live.read(live.datLive(datId))).toBeTruthy();
    const newest = (await services().live.read(live.newestReleases)) as { id: string }[];
    expect(newest[0]?.id).toBe(datId);
    expect(await read(docs.rebuildRequest)).toEqual({ requestedAt: expect.any(Number) });
    const wallet = (await read(docs.wallet(artist.uid)))?.ownedDats as { id: string }[];
    expect(wallet.map(({ id }) => id)).toEqual(Array(20).fill(datId));
  });

  test('is returned again for the same request, and refused for another tier or operator', async () => {
    const [operator, other, artist] = [await r.operator(), await r.operator(), await r.person()];
    const contentId = await r.post(artist);
    const first = await release({ contentId, tier: 'Silver' }, operator.token);
    expect(await release({ contentId, tier: 'Silver' }, operator.token)).toEqual(first);
    const refused = {
      status: 409,
      body: { error: { status: 'ALREADY_EXISTS', message: 'This release is already a DAT.' } },
    };
    expect(await release({ contentId, tier: 'Gold' }, operator.token)).toEqual(refused);
    expect(await release({ contentId, tier: 'Silver' }, other.token)).toEqual(refused);
  });
});

describe('an existing release', () => {
  const at = (number: number, posts: readonly unknown[]) =>
    setDocuments(firestore(), [{ path: docs.musicPage(number), data: { posts } }]);

  test('is found in the other spelling and on a later page, with the optional fields of its post', async () => {
    const [operator, artist] = [await r.operator(), await r.person()];
    const post = { name: 'Older', artistName: 'Whoever', id: 'older-1', artistId: artist.uid };
    const further = {
      ArtworkURL: 'https://example.com/older.png',
      genres: ['jazz'],
      producers: Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, tag: `Producer ${n}` })),
    };
    await at(7, [{ name: 'Another', id: 'older-0' }, 'a text', { ...post, ...further }]);
    const { status, body } = await release({ contentId: 'older-1' }, operator.token);
    expect([status, body.error]).toEqual([200, undefined]);
    const row = (await services().summaries.rows()).get(body.result.datId);
    expect(row).toMatchObject({
      SongName: 'Older',
      ArtistName: artist.artistName,
      tier: 'Bronze',
      genres: ['jazz'],
      ArtworkURL: 'https://example.com/older.png',
    });
    expect(row?.producers).toHaveLength(10);
    const { posts } = (await read(docs.musicPage(7))) as { posts: { datId?: string }[] };
    expect(posts.map(({ datId }) => datId)).toEqual([undefined, undefined, body.result.datId]);
  });

  test('[R-CAL-05] is refused when it does not exist, has no artist, or is a DAT already', async () => {
    const [operator, artist] = [await r.operator(), await r.person()];
    const fan = await r.person({ accountType: 'Fan', artistName: '' });
    const refused = async (post: object | undefined) => {
      const contentId = post ? await r.post(artist, post) : 'no-such-content';
      const { status, body } = await release({ contentId, tier: 'Gold' }, operator.token);
      return [status, body.error?.message];
    };
    expect(await refused(undefined)).toEqual([404, 'Release not found.']);
    expect(await refused({ SongName: '' })).toEqual([404, 'Release not found.']);
    expect(await refused({ userId: '' })).toEqual([400, 'Missing selected artist.']);
    expect(await refused({ userId: 'a/b' })).toEqual([400, 'Missing selected artist.']);
    expect(await refused({ userId: fan.uid })).toEqual([
      400,
      'The selected profile is not an artist.',
    ]);
    expect(await refused({ datId: 'dat-blue' })).toEqual([409, 'This release is already a DAT.']);
    expect(await traces(operator.uid)).toEqual([]);
    expect(await release({ tier: 'Gold' }, operator.token)).toMatchObject({ status: 400 });
  });

  test('becomes one DAT when two operators request it at once', async () => {
    const [one, two, artist] = [await r.operator(), await r.operator(), await r.person()];
    const contentId = await r.post(artist);
    const answers = await Promise.all(
      [one, two, one, two].map(({ token }) => release({ contentId, tier: 'Silver' }, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    const released = await findReleaseByArtist(artist.uid);
    expect((await shownRelease(released?.id ?? '', artist.uid)).books).toMatchObject({
      dats: 1,
      rows: 1,
      posts: 1,
    });
  });
});

describe('a release that failed', () => {
  test('keeps its error, is listed as stuck, and is published once its cause is gone', async () => {
    const [operator, artist] = [await r.operator(), await r.person()];
    const contentId = await r.post(artist);
    const userPath = docs.user(artist.uid);
    const user = await read(userPath);
    const asked = { contentId, tier: 'Gold' as const };
    const release = await accepted(readRelease(services(), operator.uid, asked));
    await acceptRelease(services(), { release, uploads: [] }, () => refuse('already-exists', ''));
    await firestore().doc(userPath).delete();
    for (let time = 0; time < 3; time++) await resumeReleases(services());
    const [stuck] = (await stuckReleases(services())).filter(({ id }) => id === release.id);
    expect(stuck).toMatchObject({ state: 'accepted', lastError: 'Missing selected artist.' });
    expect((await shownRelease(release.id, artist.uid)).books.rows).toBe(0);
    await setDocuments(firestore(), [{ path: userPath, data: user ?? {} }]);
    await m.runScheduled('resumeReleasesJob');
    expect(await findReleaseByArtist(artist.uid)).toMatchObject({
      state: 'published',
      isDone: true,
    });
  });
});

test('[M-64] after these tests the books are clean', async () => {
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
