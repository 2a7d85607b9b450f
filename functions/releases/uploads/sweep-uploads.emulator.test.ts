import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSongInput } from '@datchain/shared/contracts/release-song.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { invalidLocation, uploadGone } from '@datchain/shared/domain/release/upload-path.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { uploadAs } from '@datchain/testing/server/client-uploads.ts';
import { commit } from '@datchain/testing/server/collectors.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { findReleaseByArtist } from '@datchain/testing/server/shown-release.ts';
import { aPng, songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setClockOffset } from '../../clock.ts';
import { takeDownEntry } from '../../journal/entries/take-down.ts';
import { type Services, services } from '../../services.ts';
import type { Data, DocumentStore } from '../../stores/document-store.ts';
import { firestore } from '../../stores/firebase.ts';
import { releaseDat } from '../release-dat.ts';
import { claimPath } from '../uploads.ts';
import { type SweepOptions, sweepUploads } from './sweep-uploads.ts';

const m = market();
const r = releasing(m);

let operator: Fan;
let artist: NewUser;

function daysLater(days: number, change: Partial<Services> = {}): Services {
  const all = services();
  return { ...all, clock: { now: () => all.clock.now() + days * DAY_MILLIS }, ...change };
}

const sweepIn = (days: number, options?: SweepOptions) => sweepUploads(daysLater(days), options);

async function sweepAll(): Promise<void> {
  for (const days of [200, 202]) expect(await sweepIn(days)).toMatchObject({ failed: 0 });
}

const aSong = async (): Promise<ReleaseSongInput> => songFor(artist, await uploadFiles(operator));
const release = (song: ReleaseSongInput) => m.call('releaseDAT', { songs: [song] }, operator.token);
const urlsOf = ({ ArtworkURL, SongURL }: ReleaseSongInput) => [ArtworkURL, SongURL];
const pathOf = (url: string) => decodeURIComponent(new URL(url).pathname.split('/o/')[1] ?? '');
const isThere = async (url: string) => (await fetch(url, { method: 'HEAD' })).ok;
const areThere = (song: ReleaseSongInput) => Promise.all(urlsOf(song).map(isThere));

async function released(): Promise<{ song: ReleaseSongInput; datId: string }> {
  const song = await aSong();
  const { status, body } = await release(song);
  expect(status).toBe(200);
  return { song, datId: body.result.datIds[0] };
}

async function forgetClaims(song: ReleaseSongInput): Promise<void> {
  for (const url of urlsOf(song)) {
    const upload = await services().files.find(pathOf(url));
    if (!upload) throw new Error(`${url} is not there`);
    await firestore().doc(claimPath(upload)).delete();
  }
}

beforeAll(async () => {
  setClockOffset(await m.clockOffset());
  await sweepAll();
});

const fresh = async () => {
  [operator, artist] = [await r.operator(), await r.person()];
};

const undo: (() => Promise<unknown>)[] = [];

async function spoil(path: string, change: Data): Promise<void> {
  const document = firestore().doc(path);
  const data = (await document.get()).data();
  undo.push(() => (data ? document.set(data) : document.delete()));
  await document.set(change);
}

async function hideRow(datId: string): Promise<void> {
  const main = firestore().doc(docs.assetsSummary);
  const row = readList((await main.get()).get('assets')).find(
    (one) => isRecord(one) && one.id === datId,
  );
  await main.update({ assets: FieldValue.arrayRemove(row) });
  undo.push(() => main.update({ assets: FieldValue.arrayUnion(row) }));
}

const keepers: Record<string, () => Promise<ReleaseSongInput>> = {
  'a release': async () => (await released()).song,
  'a DAT that is taken down': async () => {
    const { song, datId } = await released();
    await commit(takeDownEntry({ datId, version: 0, reason: 'A claim of rights' }));
    await forgetClaims(song);
    return song;
  },
  'a release that is accepted and not published': async () => {
    const { song, datId } = await released();
    const stored = (await firestore().doc(docs.release(datId)).get()).data();
    await spoil(docs.release(datId), { ...stored, state: 'accepted' });
    await hideRow(datId);
    await forgetClaims(song);
    return song;
  },
  'a release nobody can read': async () => {
    const { song, datId } = await released();
    await spoil(docs.release(datId), { state: 'queued', older: { urls: urlsOf(song) } });
    await hideRow(datId);
    await forgetClaims(song);
    return song;
  },
  'a row from before there were releases': async () => {
    const song = await aSong();
    const row = { id: song.SongName, ArtworkURL: song.ArtworkURL, SongURL: song.SongURL };
    await spoil(docs.assetsPage(77), { assets: [row] });
    return song;
  },
  'its upload by hand': async () => {
    const uploads = await uploadFiles({ ...operator, uid: '' });
    return songFor(artist, uploads);
  },
  'an item of the catalogue': async () => {
    const song = await aSong();
    await r.post(artist, { ArtworkURL: song.ArtworkURL, SongURL: song.SongURL });
    return song;
  },
};

describe('an upload', () => {
  const kept: Record<string, ReleaseSongInput> = {};
  let forgotten: ReleaseSongInput[];

  beforeAll(async () => {
    for (const [what, keep] of Object.entries(keepers)) {
      await fresh();
      kept[what] = await keep();
    }
    await fresh();
    forgotten = [await aSong(), await aSong(), await aSong()];
  });

  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  const expectAll = async (are: boolean) => {
    for (const song of forgotten) expect(await areThere(song)).toEqual([are, are]);
  };

  test('is kept for 90 days without a release, and a dry run changes nothing', async () => {
    expect(await sweepIn(89)).toMatchObject({ released: 0, abandoned: 0, deleted: 0, failed: 0 });
    const dryRun = await sweepIn(91, { isDryRun: true });
    expect(dryRun).toMatchObject({ abandoned: 6, deleted: 0, failed: 0 });
    expect(dryRun.released).toBeGreaterThanOrEqual(10);
    expect(await sweepIn(91, { isDryRun: true })).toEqual(dryRun);
    expect(await sweepIn(200, { isDryRun: true })).toEqual(dryRun);
  });

  test('is abandoned after that, refused from then on, and deleted a day later, page after page', async () => {
    const pages = { pageSize: 2, atOnce: 3 };
    expect(await sweepIn(91, pages)).toMatchObject({ abandoned: 6, deleted: 0, failed: 0 });
    expect(await sweepIn(91.9, pages)).toMatchObject({ abandoned: 0, deleted: 0, released: 0 });
    await expectAll(true);
    const { status, body } = await release(forgotten[0]!);
    expect([status, body.error?.message]).toEqual([400, uploadGone]);
    expect(await findReleaseByArtist(artist.uid)).toBeUndefined();
    expect(await sweepIn(92.1, pages)).toMatchObject({ deleted: 6, failed: 0 });
    await expectAll(false);
    expect(await sweepIn(200, pages)).toMatchObject({ abandoned: 0, deleted: 0, released: 0 });
  });

  test.each(Object.keys(keepers))('is kept because of %s', async (what) => {
    expect(await areThere(kept[what]!)).toEqual([true, true]);
  });

  test('can be uploaded again after its deletion, to the very same path, and released', async () => {
    const [song] = forgotten;
    const again = { ...song!, ...(await uploadFiles(operator)) };
    const path = pathOf(song!.ArtworkURL);
    const contentType = 'image/png';
    again.ArtworkURL = await uploadAs(operator, { path, bytes: aPng(), contentType });
    expect((await release(again)).status).toBe(200);
    await sweepAll();
    expect(await areThere(again)).toEqual([true, true]);
  });
});

function stoppingBefore(prefix: string) {
  const { store } = services();
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stopping: DocumentStore = {
    ...store,
    async write(batch) {
      if (batch.create?.some(({ path }) => path.startsWith(prefix))) {
        reached.resolve();
        await go.promise;
      }
      return store.write(batch);
    },
  };
  return { store: stopping, reached: reached.promise, go: go.resolve };
}

describe('a release and a sweep at the same moment', () => {
  const inProcess = (change: Partial<Services>, song: ReleaseSongInput) =>
    releaseDat({ ...services(), ...change }, operator.uid, {
      songs: [{ ...song, tier: song.tier ?? 'Bronze' }] as never,
    });

  test('a release whose files disappear after they were checked is refused, and nothing is released', async () => {
    await fresh();
    const song = await aSong();
    const { store, reached, go } = stoppingBefore('releases/');
    const releasing = inProcess({ store }, song);
    await reached;
    await sweepAll();
    expect(await areThere(song)).toEqual([false, false]);
    go();
    expect(await releasing).toMatchObject({ refused: true, message: uploadGone });
    expect(await findReleaseByArtist(artist.uid)).toBeUndefined();
  });

  test.each([1, 2])(
    'a file that disappears before the server’s read number %i is refused',
    async (time) => {
      await fresh();
      const song = await aSong();
      const { files } = services();
      let reads = 0;
      const going: Services['files'] = {
        ...files,
        bucket: files.bucket,
        origin: files.origin,
        async bytes(path, from, count) {
          reads += 1;
          if (reads === time) await sweepAll();
          return files.bytes(path, from, count);
        },
      };
      const refusal = { refused: true, message: invalidLocation };
      expect(await inProcess({ files: going }, song)).toMatchObject(refusal);
      expect(await findReleaseByArtist(artist.uid)).toBeUndefined();
    },
  );

  test('a sweep keeps files that are released between its check and its write', async () => {
    await fresh();
    const song = await aSong();
    const { store, reached, go } = stoppingBefore('uploadClaims/');
    const sweeping = sweepUploads(daysLater(91, { store }));
    await reached;
    expect(isRefusal(await inProcess({}, song))).toBe(false);
    go();
    expect(await sweeping).toMatchObject({ abandoned: 0, deleted: 0, failed: 0 });
    await sweepAll();
    expect(await areThere(song)).toEqual([true, true]);
  });
});

test('the scheduled job and the script run the sweep; a dry run of the script only reports', async () => {
  await m.runScheduled('sweepUploadsJob');
  const script = fileURLToPath(new URL('../../../scripts/job.ts', import.meta.url));
  const run = async (...more: string[]) =>
    (await promisify(execFile)(process.execPath, [script, 'sweep-uploads', '--env', ...more]))
      .stdout;
  expect(await run('--dry-run')).toMatch(/^sweep-uploads \{/m);
  expect(await run()).toMatch(/deleted: 0,\s+failed: 0/);
});
