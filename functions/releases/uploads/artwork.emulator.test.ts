import { assetsIn } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { person, releasing } from '@datchain/testing/server/releasing.ts';
import { aPng, songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { beforeAll, expect, test } from 'vitest';
import { setClockOffset } from '../../clock.ts';
import { services } from '../../services.ts';
import { firestore } from '../../stores/firebase.ts';
import { restore, takeDown } from '../take-down.ts';
import { locate } from '../uploads.ts';

const m = market();
const r = releasing(m);

beforeAll(async () => setClockOffset(await m.clockOffset()));

const statusOf = async (url: string) => (await fetch(url)).status;
const reason = 'A claim of rights';

async function act(outcome: Promise<unknown>): Promise<void> {
  await accepted(outcome);
}
const down = (datId: string) => act(takeDown(services(), { datId, reason }));
const up = (datId: string) => act(restore(services(), { datId, reason: 'It was settled' }));

async function anArtist() {
  const fan = await m.signUp({ hasDocument: false });
  return { ...fan, ...(await person({ uid: fan.uid, email: fan.email })) };
}

async function release(
  operator: Fan,
  artist: Awaited<ReturnType<typeof anArtist>>,
  artwork?: string,
): Promise<{ datId: string; artwork: string }> {
  const uploads = await uploadFiles(operator);
  const song = songFor(artist, artwork ? { ...uploads, ArtworkURL: artwork } : uploads);
  const { status, body } = await m.call('releaseDAT', { songs: [song] }, operator.token);
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return { datId: body.result.datIds[0], artwork: song.ArtworkURL };
}

async function creatorPictureOf(datId: string): Promise<unknown> {
  const main = await firestore().doc(docs.assetsSummary).get();
  const row = assetsIn(main.data()).find((one) => isRecord(one) && one.id === datId);
  return isRecord(row) ? row.creatorProfileURL : undefined;
}

test('[N-INP-08] an artist’s picture that was set, replaced or removed changes on released works too', async () => {
  const [operator, artist] = [await r.operator(), await anArtist()];
  const { datId } = await release(operator, artist);
  const change = async (picture: 'uploaded' | 'none'): Promise<string> => {
    if (picture === 'uploaded') {
      const path = profilePicturePath(artist.uid);
      await uploadAs(artist, { path, bytes: aPng(), contentType: 'image/png' });
    }
    const { body } = await m.call('changeAccount', { picture }, artist.token);
    return body.result.imageUrl;
  };
  const first = await change('uploaded');
  expect(first).toContain(artist.uid);
  expect(await creatorPictureOf(datId)).toBe(first);
  const second = await change('uploaded');
  expect(second).not.toBe(first);
  expect(await creatorPictureOf(datId)).toBe(second);
  expect(await change('none')).toBe('');
  expect(await creatorPictureOf(datId)).toBe('');
});

test('[N-INP-08] the artwork of a work that was taken down disappears from its address, and returns after a restoration', async () => {
  const [operator, artist] = [await r.operator(), await anArtist()];
  const { datId, artwork } = await release(operator, artist);
  const withoutToken = artwork.replace(/&token=.*/, '');
  expect(await statusOf(artwork)).toBe(200);
  await down(datId);
  for (const url of [artwork, withoutToken]) expect(await statusOf(url)).toBe(403);
  await down(datId);
  expect(await statusOf(artwork)).toBe(403);
  await up(datId);
  expect(await statusOf(artwork)).toBe(200);
  expect(await statusOf(withoutToken)).toBe(403);
});

test('[N-INP-08] an artwork of two works is public as long as one of them is not taken down', async () => {
  const [operator, artist] = [await r.operator(), await anArtist()];
  const first = await release(operator, artist);
  const second = await release(operator, artist, first.artwork);
  await down(first.datId);
  expect(await statusOf(first.artwork)).toBe(200);
  await Promise.all([down(second.datId), up(first.datId)]);
  expect(await statusOf(first.artwork)).toBe(200);
  await down(first.datId);
  expect(await statusOf(first.artwork)).toBe(403);
  await up(second.datId);
  expect(await statusOf(first.artwork)).toBe(200);
});

test('[N-INP-08] an artwork that a takedown closed while another work with it was being accepted is public once that one is published', async () => {
  const [operator, artist] = [await r.operator(), await anArtist()];
  const { datId, artwork } = await release(operator, artist);
  // The state right after the publication, when the takedown of another work came in between.
  await firestore().doc(docs.release(datId)).update({ isDone: false });
  await services().files.close(locate(services().files, artwork)?.path ?? '');
  expect(await statusOf(artwork)).toBe(403);
  await m.runScheduled('resumeReleasesJob');
  expect(await statusOf(artwork)).toBe(200);
});
