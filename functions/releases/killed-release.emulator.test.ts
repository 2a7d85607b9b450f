import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Death } from '@datchain/testing/server/deaths.ts';
import { freshIsrc } from '@datchain/testing/server/fresh-isrc.ts';
import { market } from '@datchain/testing/server/market.ts';
import { killAtEachEffect } from '@datchain/testing/server/mortal.ts';
import type { Work } from '@datchain/testing/server/mortal-work.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { findReleaseByArtist, shownRelease } from '@datchain/testing/server/shown-release.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { resumeReleases } from './finish.ts';

const m = market();
const r = releasing(m);

type Does = 'summary-release' | 'file-release';
type Asked = { readonly work: Work; readonly artistId: string; readonly isrc?: string };

const prepare: Record<Does, () => Promise<Asked>> = {
  async 'summary-release'() {
    const [{ uid }, artist] = [await r.operator(), await r.person()];
    const contentId = await r.post(artist);
    return { work: { does: 'summary-release', uid, contentId }, artistId: artist.uid };
  },
  async 'file-release'() {
    const [operator, artist] = [await r.operator(), await r.person()];
    const isrc = freshIsrc();
    const songs = [songFor(artist, await uploadFiles(operator), { tier: 'Gold', isrc })];
    const work = { does: 'file-release', uid: operator.uid, songs } as Work;
    return { work, artistId: artist.uid, isrc };
  },
};

const all = (value: number) => ({
  dats: value,
  history: value,
  rows: value,
  posts: value,
  uploadedItems: value,
  singles: value,
});

async function expectAllOrNothing({ artistId, isrc }: Asked, death: Death) {
  const release = await findReleaseByArtist(artistId);
  if (isrc) {
    const claim = (await services().store.read([docs.isrc(isrc)])).get(docs.isrc(isrc))?.data;
    expect([death, claim]).toEqual([death, release && { datId: release.id }]);
  }
  if (!release) return;
  const { books, screens } = await shownRelease(release.id, artistId);
  const isPublished = release.state === 'published' ? 1 : 0;
  expect([death, books]).toEqual([death, all(isPublished)]);
  if (!isPublished) expect([death, screens]).toEqual([death, { live: 0, newest: 0, wallet: 0 }]);
}

describe('a process killed right before and right after each outside effect of a release', {
  timeout: 240_000,
}, () => {
  beforeAll(async () => setClockOffset(await m.clockOffset()));

  test.each([
    ['[R-CAL-05]', 'summary-release'],
    ['[R-CAL-06]', 'file-release'],
  ] as const)(
    '%s leaves all of a %s or nothing of it, and a repeated request or the job makes it one DAT',
    async (_, does) => {
      const place = { clockOffsetMillis: await m.clockOffset(), stripe: m.addresses.stripe };
      const killed = await killAtEachEffect(place, prepare[does], expectAllOrNothing);
      expect(killed.length).toBeGreaterThan(8);
      await resumeReleases(services());
      await m.runScheduled('sweepProjectionsJob');
      let published = 0;
      for (const { artistId } of killed.map(({ asked }) => asked)) {
        const release = await findReleaseByArtist(artistId);
        if (!release) continue;
        published += 1;
        expect(release).toMatchObject({ state: 'published', isDone: true });
        const { books, screens } = await shownRelease(release.id, artistId);
        expect(books).toEqual(all(1));
        expect(screens).toMatchObject({ live: 1, wallet: 1 });
      }
      expect(published).toBeGreaterThanOrEqual(killed.length - 1);
    },
  );

  test('[M-64] leaves books that are clean', async () => {
    await services().projector.project(['supply'], []);
    expect((await m.reconcile()).differences).toEqual([]);
  });
});
