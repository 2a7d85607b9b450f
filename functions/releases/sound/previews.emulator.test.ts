import { randomUUID } from 'node:crypto';
import { releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSongInput } from '@datchain/shared/contracts/release-song.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { previewAddress, previewPath } from '@datchain/shared/domain/preview-address.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { traces } from '@datchain/testing/server/traces.ts';
import { putObject, songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { aWork, type Work } from '@datchain/testing/server/works.ts';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { mp3Seconds } from '../../audio/mp3-seconds.ts';
import { aSound, flacFile, id3Tag, wavFile } from '../../audio/testing/sound-files.ts';
import { setClockOffset } from '../../clock.ts';
import { services } from '../../services.ts';
import { files } from '../../stores/files.ts';
import { resumeReleases } from '../finish.ts';
import { restore, takeDown } from '../take-down.ts';
import { setPreview } from './set-preview.ts';
import { sweepSounds } from './sweep-sounds.ts';

const m = market();
const r = releasing(m);

beforeAll(async () => {
  setClockOffset(await m.clockOffset());
  await services().projector.project(['supply'], []);
});

const sound = (bytes: Uint8Array, { uid }: Fan, kind: 'wav' | 'flac' = 'wav') =>
  putObject({
    path: `dat_audio/${randomUUID()}.${kind}`,
    bytes: Buffer.from(bytes),
    contentType: `audio/${kind}`,
    uploader: uid,
  });

async function answerTo(recording: Uint8Array, change: Partial<ReleaseSongInput> = {}) {
  const [operator, artist] = [await r.operator(), await r.person()];
  const kind = recording[0] === 0x66 ? 'flac' : 'wav';
  const { ArtworkURL } = await uploadFiles(operator);
  const song = songFor(
    artist,
    { ArtworkURL, SongURL: await sound(recording, operator, kind) },
    change,
  );
  const { status, body } = await m.call('releaseDAT', { songs: [song] }, operator.token);
  return { operator, status, message: body.error?.message, datId: body.result?.datIds?.[0] ?? '' };
}

const stored = async (path: string) => (await services().store.read([path])).get(path)?.data;
const never = () => Promise.reject(new Error('The process died.'));

const rowOf = async (datId: string) => (await services().summaries.rows()).get(datId);
const previews = () => `${files().origin}/v0/b/${files().bucket}/o/previews%2F`;
const hear = (file: string) => fetch(previewAddress(previews(), file));

async function previewOf(datId: string) {
  const preview = (await rowOf(datId))?.preview;
  if (!preview) throw new Error(`${datId} has no preview`);
  return preview;
}

test('[N-SND-01] [N-SND-08] the preview is cut at the requested beginning, is named in the public row, and is heard by everyone', async () => {
  for (const recording of [wavFile(aSound({ seconds: 24 })), flacFile(aSound({ seconds: 24 }))]) {
    const { status, datId } = await answerTo(recording, { previewStart: 7 });
    expect(status).toBe(200);
    const preview = await previewOf(datId);
    expect(preview).toMatchObject({ seconds: 12, start: 7, songSeconds: 24 });
    const format = recording[0] === 0x66 ? 'FLAC' : 'WAV';
    expect(preview.original).toEqual({ bytes: recording.length, format });
    const heard = await hear(preview.file);
    expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(heard.headers.get('cache-control')).toBe('public, no-cache');
    const bytes = new Uint8Array(await heard.arrayBuffer());
    expect(bytes).toHaveLength(preview.bytes);
    expect(Math.abs((mp3Seconds(bytes) ?? 0) - 12)).toBeLessThan(0.2);
    const part = await fetch(previewAddress(previews(), preview.file), {
      headers: { range: 'bytes=1000-1999' },
    });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1_000]);
  }
});

test('[N-SND-01] the server sets the beginning if nobody chose one; the same song with another beginning is refused', async () => {
  const [operator, artist] = [await r.operator(), await r.person()];
  const song = songFor(artist, await uploadFiles(operator));
  const send = (change: object) =>
    m.call('releaseDAT', { songs: [{ ...song, ...change }] }, operator.token);
  const first = await send({});
  expect((await previewOf(first.body.result.datIds[0])).start).toBe(2);
  expect((await send({})).body).toEqual(first.body);
  const other = await send({ previewStart: 1 });
  expect([other.status, other.body.error?.message]).toEqual([
    409,
    `"${song.SongName}" has already been released with other details.`,
  ]);
});

async function allPreviews(): Promise<string[]> {
  const found: string[] = [];
  for await (const page of files().pages(previewPath(''), 500)) {
    found.push(...page.map(({ path }) => path));
  }
  return found;
}

const refusals: [string, () => Uint8Array, Partial<ReleaseSongInput>, string][] = [
  [
    'silence',
    () => wavFile(aSound({ seconds: 12, level: 0 })),
    {},
    'Audio is silent from beginning to end, or too quiet to be heard. Export it again.',
  ],
  [
    'a beginning that is too late',
    () => wavFile(aSound({ seconds: 12 })),
    { previewStart: 9 },
    'The preview must begin between 0:00 and 0:06.',
  ],
  [
    'a FLAC with a broken frame',
    () => {
      const flac = flacFile(aSound({ seconds: 12 }));
      const middle = flac.length >> 1;
      return flac.fill(0x55, middle, middle + 9_000);
    },
    {},
    'Audio is damaged. Export it again.',
  ],
  [
    'a preview that is longer than allowed',
    () => wavFile(aSound({ seconds: 12 })),
    { previewSeconds: 12 } as object,
    'songs.0.previewSeconds: Invalid key: Expected never but received "previewSeconds"',
  ],
];

test.each(refusals)(
  '[N-SND-08] %s is refused with a sentence, and nothing is published',
  async (_, recording, change, sentence) => {
    const before = await allPreviews();
    const { status, message, operator } = await answerTo(recording(), change);
    expect([status, message]).toEqual([400, sentence]);
    expect(await traces(operator.uid)).toEqual([]);
    expect(await allPreviews()).toEqual(before);
  },
);

test('[N-INP-09] recordings with odd headers are released with their sound, their outline and their length', async () => {
  const song = aSound({ seconds: 12, sampleRate: 8_000 });
  const late = { before: [{ id: 'bext', bytes: 90_001 }], kind: 'BW64' } as const;
  for (const recording of [
    Buffer.concat([id3Tag(2_000), flacFile(song, { bits: 12, claimedSeconds: 0 })]),
    wavFile(song, { ...late, bits: 20 }),
    wavFile(song, { claimedBytes: 0, riffBytes: 36 }),
  ]) {
    const { status, message, datId } = await answerTo(recording);
    expect([status, message]).toEqual([200, undefined]);
    const preview = await previewOf(datId);
    expect(preview).toMatchObject({ seconds: 6, songSeconds: 12 });
    expect(preview.peaks).toMatch(/^[1-9a-z]{96}$/);
    expect((await hear(preview.file)).status).toBe(200);
  }
});

test('[N-SND-09] a takedown silences the preview, also at its old address; a restoration brings the same sound back', async () => {
  const { datId } = await answerTo(wavFile(aSound({ seconds: 20 })), { previewStart: 4 });
  const preview = await previewOf(datId);
  const before = Buffer.from(await (await hear(preview.file)).arrayBuffer());
  await takeDown(services(), { datId, reason: 'A claim of rights' });
  expect((await hear(preview.file)).status).toBe(404);
  await restore(services(), { datId, reason: 'The claim was settled' });
  const after = Buffer.from(await (await hear(preview.file)).arrayBuffer());
  expect(after.equals(before)).toBe(true);
});

const change = ({ creator, datId }: Work, start: number, fan = creator) =>
  m.call('setPreview', { datId, previewStart: start }, fan.token);

test('[N-SND-01] a work’s releaser sets another preview, which the row names, the history shows and everyone hears', async () => {
  const recording = Buffer.from(wavFile(aSound({ seconds: 24 })));
  const work = await aWork({ recording });
  expect((await rowOf(work.datId))?.preview).toBeUndefined();
  const { status, body } = await change(work, 3);
  expect([status, body.result]).toEqual([200, { start: 3, seconds: 12, songSeconds: 24 }]);
  const first = await previewOf(work.datId);
  expect((await change(work, 3)).status).toBe(200);
  expect((await change(work, 9)).status).toBe(200);
  const second = await previewOf(work.datId);
  expect([first.start, second.start]).toEqual([3, 9]);
  expect((await hear(second.file)).status).toBe(200);
  const { lines } = (await stored(docs.datHistory(work.datId))) as {
    lines: { kind: string; reason?: string }[];
  };
  const previewChanges = lines.flatMap(({ kind, reason }) => (kind === 'preview' ? [reason] : []));
  expect(previewChanges).toEqual([
    'from 0:09 to 0:21, before from 0:03 to 0:15',
    'from 0:03 to 0:15, before none',
  ]);

  const stranger = await m.signUp();
  expect((await change(work, 1, stranger)).body.error?.message).toBe(
    'There is no work of yours with this id.',
  );
  expect((await change(work, 13)).body.error?.message).toBe(
    'The preview must begin between 0:00 and 0:12.',
  );
  await takeDown(services(), { datId: work.datId, reason: 'A claim of rights' });
  for (const { file } of [first, second]) expect((await hear(file)).status).toBe(404);
  expect((await change(work, 1)).body.error?.message).toBe('This DAT has been taken down.');
  await restore(services(), { datId: work.datId, reason: 'The claim was settled' });
  expect((await hear(second.file)).status).toBe(200);
});

test('[N-SND-01] concurrent preview changes leave one preview, and a row outdated by a crash is repaired', async () => {
  const recording = Buffer.from(wavFile(aSound({ seconds: 24, sampleRate: 8_000 })));
  const work = await aWork({ recording });
  const answers = await Promise.all([1, 2, 3].map((start) => change(work, start)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const release = async () => v.parse(releaseSchema, await stored(docs.release(work.datId)));
  const { preview, previewVersion, isDone } = await release();
  expect([previewVersion, isDone]).toEqual([3, true]);
  expect(await previewOf(work.datId)).toEqual(preview);
  expect((await hear(preview?.file ?? '')).status).toBe(200);

  // The process crashed after the change was written, so the row is outdated.
  const start = 5;
  const died = { ...services(), summaries: { ...services().summaries, update: never } };
  await setPreview(died, work.creator.uid, { datId: work.datId, previewStart: start });
  expect((await previewOf(work.datId)).start).not.toBe(start);
  await resumeReleases(services());
  expect((await previewOf(work.datId)).start).toBe(start);
  expect((await release()).isDone).toBe(true);
  await setPreview(died, work.creator.uid, { datId: work.datId, previewStart: 6 });
  expect((await previewOf(work.datId)).start).toBe(start);
  expect((await change(work, 6)).status).toBe(200);
  expect((await previewOf(work.datId)).start).toBe(6);
  expect((await release()).isDone).toBe(true);
  const sixth = await change(work, 7);
  expect([sixth.status, sixth.body.error?.message]).toEqual([
    429,
    'A preview can be changed 5 times a day. Try again tomorrow.',
  ]);
  expect((await m.reconcile()).differences).toEqual([]);
});

test('unused previews are deleted after a day, and those of releases stay', async () => {
  const { datId } = await answerTo(wavFile(aSound({ seconds: 10, sampleRate: 8_000 })));
  const { file } = await previewOf(datId);
  const orphan = `${datId}-01234567.mp3`;
  await files().publish(previewPath(orphan), new Uint8Array(9), 'audio/mpeg');
  const sweep = (days: number) => {
    const clock = { now: () => services().clock.now() + days * DAY_MILLIS };
    return sweepSounds({ ...services(), clock });
  };
  await sweep(0);
  expect((await hear(orphan)).status).toBe(200);
  await sweep(2);
  expect([(await hear(orphan)).status, (await hear(file)).status]).toEqual([404, 200]);
  const release = await services().store.read([docs.release(datId)]);
  expect(release.get(docs.release(datId))?.data.preview).toMatchObject({ file });
});

test('[N-SND-10] [N-INP-14] other sites that ask how to embed a work get its player in their size, and a refusal is never cached', async () => {
  const { datId } = await answerTo(wavFile(aSound({ seconds: 10, sampleRate: 8_000 })));
  const { siteUrl } = services().environment;
  const ask = async (query: Record<string, string>) => {
    const asked = new URLSearchParams(query);
    const answer = await fetch(
      `${m.addresses.functions}/${m.projectId}/${functionsRegion}/site/oembed?${asked}`,
    );
    const body = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, body, headers: answer.headers };
  };
  const page = `${siteUrl}/viewdat/${datId}`;
  const { status, body, headers } = await ask({ url: page, maxwidth: '300', maxheight: '900' });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('cache-control')).toContain('s-maxage');
  expect(body).toMatchObject({ version: '1.0', type: 'rich', width: 300, height: 160 });
  expect(body.html).toContain(`<iframe src="${siteUrl}/embed/${datId}"`);
  const statusOf = async (query: Record<string, string>) => {
    const answer = await ask(query);
    // Hosting's caches keep a 404 for ten minutes unless it says otherwise.
    if (answer.status !== 200) expect(answer.headers.get('cache-control')).toBe('no-store');
    return answer.status;
  };
  expect(await statusOf({})).toBe(400);
  expect(await statusOf({ url: page, maxwidth: 'wide' })).toBe(400);
  expect(await statusOf({ url: page, format: 'xml' })).toBe(501);
  expect(await statusOf({ url: `${siteUrl}/viewdat/none` })).toBe(404);
  expect(await statusOf({ url: `https://evil.example/viewdat/${datId}` })).toBe(404);
  await takeDown(services(), { datId, reason: 'A claim of rights' });
  expect(await statusOf({ url: page })).toBe(404);
});
