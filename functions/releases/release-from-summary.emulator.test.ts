import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { market } from '../testing/market.ts';
import { releasing } from '../testing/releasing.ts';

const m = market();
const r = releasing(m);

const release = (data: unknown, token?: string) => m.call('releaseDATFromSummary', data, token);
const read = async (path: string) => (await services().store.read([path])).get(path)?.data;
const postsOf = async (contentId: string) => {
  const posts = readList((await read(docs.musicSummary))?.posts).filter(isRecord);
  return posts.filter((post) => contentId === post.contentId || contentId === post.id);
};

beforeAll(async () => setClockOffset(await m.clockOffset()));

describe('a DAT of an existing release', () => {
  test('[R-CAL-05] is minted, listed, shown and marked, all at once', async () => {
    const [operator, artist] = [await r.operator(), await r.person()];
    const contentId = await r.post(artist, { SongName: 'Blue Monday Again', genres: ['pop'] });
    const { status, body } = await release({ contentId, tier: 'Gold' }, operator.token);
    expect([status, body]).toEqual([200, { result: { datId: expect.any(String) } }]);
    const { datId } = body.result;
    expect(datId).toMatch(/^blue-monday-again-[0-9a-f]{12}$/);

    const row = (await services().summaries.rows()).get(datId);
    expect(row).toMatchObject({
      ...{ id: datId, contentId, SongName: 'Blue Monday Again', ArtistName: artist.artistName },
      ...{ creatorId: artist.uid, creatorUsername: artist.username, tier: 'Gold' },
      ...{ chain: 'datchain', genres: ['pop'], ArtworkURL: '', SoldOut: false, ownedEditions: [] },
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

  test('is the first one again for who asks the same, and refused to everybody else', async () => {
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

test('after all of this the books are clean', async () => {
  await services().projector.project(['supply'], []);
  expect((await m.reconcile()).differences).toEqual([]);
});
