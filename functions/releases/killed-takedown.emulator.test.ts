import { randomUUID } from 'node:crypto';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { wholePath } from '@datchain/shared/domain/whole-song.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { market } from '@datchain/testing/server/market.ts';
import { type Killed, killAtEachEffect } from '@datchain/testing/server/mortal.ts';
import type { Work } from '@datchain/testing/server/mortal-work.ts';
import { aPng, putObject } from '@datchain/testing/server/uploads.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../clock.ts';
import { mintEntry } from '../journal/entries/editions.ts';
import { services } from '../services.ts';
import { files } from '../stores/files.ts';
import { firestore } from '../stores/firebase.ts';
import { newRelease } from './accept.ts';
import { dueFrom } from './previews.ts';
import { takeDown } from './take-down.ts';

const m = market();
const reason = 'A claim of rights';

type Takedown = Work & { does: 'take-down' | 'restore' };

async function giveFiles(datId: string): Promise<void> {
  const song = { file: `${datId}-01234567.mp3`, seconds: 11 };
  await files().keep(wholePath(song.file), new Uint8Array(9), 'audio/mpeg');
  const audioPath = `dat_audio/${datId}.wav`;
  const upload = { path: audioPath, bytes: Buffer.alloc(9), contentType: 'audio/wav' };
  const songUrl = await putObject({ ...upload, uploader: 'op' });
  const artwork = { path: `dat_artwork/${datId}.png`, bytes: aPng(), contentType: 'image/png' };
  const artworkUrl = await putObject({ ...artwork, uploader: 'op' });
  const facts = {
    id: datId,
    source: 'files' as const,
    operatorUid: 'op',
    artistId: 'ana',
    artistName: '',
    songName: datId,
    albumName: '',
    contentId: datId,
    artworkUrl,
    genres: [],
    songUrl,
    artistFeatures: [],
    producers: [],
    songwriters: [],
    recordLabels: [],
    audioPath,
    tier: 'Bronze' as const,
    whole: { ...dueFrom(0, song), dueAt: null },
  };
  const done = { state: 'published', summaryPage: datId, isDone: true };
  const release = { ...newRelease(facts, { datId }, 0), ...done };
  await firestore().doc(docs.release(datId)).set(release);
}

async function filesOf({ datId }: Takedown) {
  const [artwork, recording, whole, release] = await Promise.all([
    files().find(`dat_artwork/${datId}.png`),
    files().find(`dat_audio/${datId}.wav`),
    files().find(wholePath(`${datId}-01234567.mp3`)),
    services().releases.find(datId),
  ]);
  return {
    artwork: artwork?.tokens.length,
    recording: recording?.tokens.length,
    // The song is requested again, or the job has tried it and found no sound in these bytes.
    whole: Boolean(whole ?? release?.whole?.dueAt ?? release?.whole?.problem),
    isDone: release?.isDone,
  };
}
const seenAndHeard = { artwork: 1, recording: 1, whole: true, isDone: true };
const hidden = { artwork: 0, recording: 0, whole: false, isDone: true };

const prepared: Takedown[] = [];

async function prepare(does: Takedown['does']): Promise<Takedown> {
  const datId = randomUUID();
  const row = { id: datId, SongName: datId, releaseTimestamp: 1 };
  await firestore()
    .doc(`${docs.assetsSummaries}/${datId}`)
    .set({ assets: [row] });
  const terms = { creatorUid: randomUUID(), editions: 2, priceCents: 1_000, sharePpm: 25_000 };
  await committed(services().books, mintEntry({ datId, ...terms }));
  await giveFiles(datId);
  const asked: Takedown = { does, datId, reason };
  if (does === 'restore') await takeDown(services(), asked);
  prepared.push(asked);
  return asked;
}

async function saidOf({ datId }: Takedown) {
  const [guard, row, shown] = await Promise.all([
    services().guards.findDat(datId),
    firestore().doc(`${docs.assetsSummaries}/${datId}`).get(),
    services().live.read(`${live.datLive(datId)}/takenDown/reason`),
  ]);
  const inRow = row.get('assets')[0].takenDown?.reason;
  return { books: guard?.takenDown?.reason ?? null, row: inRow ?? null, live: shown ?? null };
}

const sweep = async (does: Takedown['does']) =>
  killAtEachEffect(
    { clockOffsetMillis: await m.clockOffset(), stripe: m.addresses.stripe },
    async () => ({ work: await prepare(does) }),
  );

describe('a process killed right before and right after each outside effect', {
  timeout: 240_000,
}, () => {
  beforeAll(async () => setClockOffset(await m.clockOffset()));

  async function finish(
    killed: readonly Killed<{ work: Takedown }>[],
    ends: string | null,
  ): Promise<void> {
    await m.runScheduled('sweepProjectionsJob');
    await m.runScheduled('resumeReleasesJob');
    for (const { asked, death, isRepeated } of killed) {
      const { books, ...shown } = await saidOf(asked.work);
      if (isRepeated) expect([death, books]).toEqual([death, ends]);
      expect([death, shown]).toEqual([death, { row: books, live: books }]);
      const now = books === null ? seenAndHeard : hidden;
      expect([death, await filesOf(asked.work)]).toEqual([death, now]);
    }
  }

  test('[N-SND-09] [N-INP-08] the jobs finish a takedown that it had begun: row, artwork and sound follow the books', async () => {
    const killed = await sweep('take-down');
    expect(killed.length).toBeGreaterThan(6);
    await finish(killed, reason);
  });

  test('[N-SND-09] [N-INP-08] the jobs finish a restoration that it had begun: row, artwork and sound follow the books', async () => {
    const killed = await sweep('restore');
    expect(killed.length).toBeGreaterThan(6);
    await finish(killed, null);
  });

  test('the books agree with all screens afterwards', async () => {
    // The rows and posts of the prepared works do not match their releases.
    for (const { datId } of prepared) await firestore().doc(docs.release(datId)).delete();
    // A stack without any other test has not shown the reward tokens yet.
    await services().projector.project(['supply'], []);
    expect((await m.reconcile()).differences).toEqual([]);
  });
});
