import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { expectOneChange, prepareChange, workSeen } from '@datchain/testing/server/changed-work.ts';
import { asksAgain, type Death, deathsOf } from '@datchain/testing/server/deaths.ts';
import { freshIsrc } from '@datchain/testing/server/fresh-isrc.ts';
import { market } from '@datchain/testing/server/market.ts';
import { countEffects, doAndDie } from '@datchain/testing/server/mortal.ts';
import { doWork, type Work } from '@datchain/testing/server/mortal-work.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { findReleaseOf, shownRelease } from '@datchain/testing/server/shown-release.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { services } from '../services.ts';
import { resumeReleases } from './finish.ts';
import { sweepSounds } from './sound/sweep-sounds.ts';

const m = market();
const r = releasing(m);
const AT_ONCE = 4;

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

/** What a death has left: all of it in the books or nothing, and on no screen before. */
async function expectAllOrNothing({ artistId, isrc }: Asked, death: Death) {
  const release = await findReleaseOf(artistId);
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

interface Killed<Asked> {
  readonly asked: Asked;
  readonly isRepeated: boolean;
}

/** Kills a process at each effect of the work; some of it is asked again. */
async function sweep<Asked extends { readonly work: Work }>(
  prepareOne: () => Promise<Asked>,
  check: (asked: Asked, death: Death) => Promise<void>,
) {
  const place = { clockOffsetMs: await m.clockOffset(), stripe: m.addresses.stripe };
  const undisturbed = await prepareOne();
  const steps = await countEffects(undisturbed.work, place);
  const deaths = deathsOf(steps);
  console.log(`${undisturbed.work.does}: ${steps} outside effects, ${deaths.length} deaths`);
  let deathCount = 0;
  const killed: Killed<Asked>[] = [];
  const die = async () => {
    for (let death = deaths.shift(); death; death = deaths.shift()) {
      const asked = await prepareOne();
      const lived = await doAndDie(asked.work, death, place);
      // A process that met no one else's changes has written less often than the first one, and
      // lives.
      if (lived !== 'killed') expect(lived).toBeLessThan(death.effect);
      else deathCount += 1;
      await check(asked, death);
      const isRepeated = asksAgain(death);
      if (isRepeated) await doWork(services(), asked.work, m.addresses.stripe);
      killed.push({ asked, isRepeated });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, die));
  return { undisturbed, killed, deathCount };
}

describe('a process killed right before and right after each outside effect of a release', {
  timeout: 240_000,
}, () => {
  beforeAll(async () => setClockOffset(await m.clockOffset()));

  test.each([
    ['[R-CAL-05]', 'summary-release'],
    ['[R-CAL-06]', 'file-release'],
  ] as const)(
    '%s leaves all of a %s or nothing of it; asked again, or by the job, it becomes one DAT',
    async (_, does) => {
      const { killed, deathCount } = await sweep(prepare[does], expectAllOrNothing);
      expect(deathCount).toBeGreaterThan(8);
      await resumeReleases(services());
      await m.runScheduled('sweepProjectionsJob');
      let published = 0;
      for (const { artistId } of killed.map(({ asked }) => asked)) {
        const release = await findReleaseOf(artistId);
        // A process that died before the release was accepted has released nothing.
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

  test.each([
    ['[N-SND-01]', 'set-preview'],
    ['[N-FCT-01]', 'set-facts'],
  ] as const)(
    '%s leaves each %s done or not done; asked again it is done once, with one line in the history, and no preview is left behind',
    { tags: 'long' },
    async (_, does) => {
      const { undisturbed, killed, deathCount } = await sweep(prepareChange[does], expectOneChange);
      expect(deathCount).toBeGreaterThan(4);
      await resumeReleases(services());
      await m.runScheduled('sweepProjectionsJob');
      const inTwoDays = { now: () => services().clock.now() + 2 * DAY_MILLIS };
      await sweepSounds({ ...services(), clock: inTwoDays });
      const done = await workSeen(undisturbed);
      expect(done).toMatchObject({ events: 2, orphans: [], open: [] });
      for (const { asked, isRepeated } of killed) {
        const seen = await workSeen(asked);
        // A process that died before its first write has changed nothing, and left nothing.
        const isUntouched = !isRepeated && seen.events === 1;
        expect([asked.work, seen]).toEqual([asked.work, isUntouched ? asked.before : done]);
      }
    },
  );

  test('[M-64] leaves books that are clean', async () => {
    await services().projector.project(['supply'], []);
    expect((await m.reconcile()).differences).toEqual([]);
  });
});
