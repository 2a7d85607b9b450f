import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';
import { releaseOne } from '../testing/many-releases.ts';
import { market } from '../testing/market.ts';
import { releasing } from '../testing/releasing.ts';
import { documentLimits, sizeOf } from './document-size.ts';

const m = market();
const r = releasing(m);
// More than `main` keeps, so that rows move to pages.
const RELEASES = 2_000;
const ARTISTS = 10;

const documentsOf = async (collection: string) => {
  const { docs: found } = await firestore().collection(collection).get();
  return found.map((stored) => ({ id: stored.id, data: stored.data() }));
};

describe(`${RELEASES} releases in a row, and some at once`, { timeout: 1_800_000 }, () => {
  const released: string[] = [];

  beforeAll(async () => {
    setClockOffset(await m.clockOffset());
    const artists = await Promise.all(Array.from({ length: ARTISTS }, () => r.person()));
    for (let number = 0; number < RELEASES; number += 2) {
      // Two operators, each with an artist of their own, and projections of what is there already.
      const pair = [0, 1].map((which) => {
        const artist = artists[(number + which) % ARTISTS];
        if (!artist) throw new Error('unreachable');
        return releaseOne(services(), artist, number + which);
      });
      const known = released.slice(-30).map((id) => `dat:${id}`);
      const shown = services().projector.project(known.slice(0, 3), []);
      released.push(...(await Promise.all(pair)));
      await shown;
    }
  }, 1_800_000);

  test('are all to be seen, each once, the newest in main', async () => {
    const parts = await documentsOf(docs.assetsSummaries);
    const own = new Set(released);
    const rows = parts.flatMap(({ id, data }) =>
      readList(data.assets).flatMap((row) =>
        isRecord(row) && own.has(String(row.id)) ? [{ id: String(row.id), page: id }] : [],
      ),
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([...released].sort());
    const pageOf = new Map(rows.map(({ id, page }) => [id, page]));
    for (const id of released.slice(-40)) expect(pageOf.get(id)).toBe('main');
    expect(pageOf.get(released[0] ?? '')).toMatch(/^p\d+$/);
    const readable = parts.flatMap(({ id, data }) => readAssetsSummary(data, id).dats);
    expect(readable.filter(({ id }) => own.has(id))).toHaveLength(RELEASES);
    const newest = readList(await services().live.read(live.newestReleases));
    expect(newest.map((row) => isRecord(row) && row.id).sort()).toEqual(
      readList(parts.find(({ id }) => id === 'main')?.data.assets)
        .slice(0, 12)
        .map((row) => isRecord(row) && row.id)
        .sort(),
    );
  });

  test('leave every summary below its limits', async () => {
    const music = await documentsOf(docs.musicSummaries);
    for (const { id, data } of [...(await documentsOf(docs.assetsSummaries)), ...music]) {
      const { bytes, leaves } = sizeOf(data);
      expect([id, bytes <= documentLimits.bytes]).toEqual([id, true]);
      expect([id, leaves <= documentLimits.leaves]).toEqual([id, true]);
    }
    const named = music.flatMap(({ data }) => readList(data.posts)).filter(isRecord);
    const posts = new Set(named.map(({ datId }) => datId));
    expect(released.filter((id) => !posts.has(id))).toEqual([]);
  });

  test('can be sold wherever their row has gone', async () => {
    const [oldest = '', newest = ''] = [released[0], released.at(-1)];
    const summaries = services().summaries;
    for (const id of [oldest, newest]) {
      const row = (await summaries.rows()).get(id);
      if (!row) throw new Error(`${id} has no row`);
      const editions = row.editions.map((edition) => ({ ...edition, username: 'somebody' }));
      await summaries.update([{ ...row, editions }]);
      expect((await summaries.rows()).get(id)?.editions[0]?.username).toBe('somebody');
      await services().projector.projectWhole([`dat:${id}`]);
    }
  });

  test('[M-64] leave books that are clean', async () => {
    await services().projector.project(['supply'], []);
    expect((await m.reconcile()).differences).toEqual([]);
  });
});
