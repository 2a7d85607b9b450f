import { readFactsOfWork } from '@datchain/shared/contracts/documents/recording-facts.ts';
import { type Release, releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { takenDownText } from '@datchain/shared/domain/books/take-down.ts';
import { checkChanges } from '@datchain/shared/domain/changes-a-day.ts';
import { previewEvent } from '@datchain/shared/domain/dat-events.ts';
import { type Preview, previewChangeText } from '@datchain/shared/domain/preview.ts';
import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import type { Services } from '../../services.ts';
import { retryOnConflict } from '../../stores/retry-on-conflict.ts';
import { finishRelease } from '../finish.ts';
import { cutFromUpload, publishPreview, recordingPath } from '../previews.ts';

/** The number of changes kept here; the public history has one line for each change. */
const MAX_CHANGES = 50;

const notFound = () => refuse('not-found', 'There is no work of yours with this id.');
const noRecording = () =>
  refuse(
    'failed-precondition',
    'We do not have the recording of this work, so no preview can be cut.',
  );

const refuseConflict = () =>
  refuse('aborted', 'The preview of this work is being changed. Try again.');

interface Wanted {
  readonly datId: string;
  readonly previewStart: number;
}

interface Found {
  readonly release: Release;
  readonly version: unknown;
}

async function findOwn({ store, guards }: Services, uid: string, datId: string) {
  const dat = await guards.findDat(datId);
  // Someone else's work gets the same answer as an unknown one.
  if (dat?.creatorUid !== uid) return notFound();
  if (dat.takenDown) return refuse('failed-precondition', takenDownText);
  const stored = (await store.read([docs.release(datId)])).get(docs.release(datId));
  if (!stored) return noRecording();
  const { data, version } = stored;
  return { release: v.parse(releaseSchema, data), version };
}

async function findChange(services: Services, uid: string, { datId, previewStart }: Wanted) {
  const found = await findOwn(services, uid, datId);
  if (isRefusal(found)) return found;
  const { preview, previewChanges = [] } = found.release;
  if (preview?.start === previewStart) {
    // The process that wrote it may have crashed before it was shown.
    await finishRelease(services, found.release);
    return preview;
  }
  return checkChanges('A preview', previewChanges, services.clock.now()) ?? found;
}

async function cut(services: Services, release: Release, start: number) {
  const { files, store } = services;
  const path = recordingPath(files, release);
  const upload = path === undefined ? undefined : await files.find(path);
  if (!upload) return noRecording();
  const factsPath = docs.recordingFacts(release.id);
  const own = readFactsOfWork((await store.read([factsPath])).get(factsPath)?.data);
  const recordingFacts = own?.facts ?? release.recordingFacts ?? {};
  return cutFromUpload(services, upload, { ...release, recordingFacts }, start);
}

/** Writes the new preview with a line of the history. Returns false after a concurrent change. */
async function write(
  { store, clock }: Services,
  { release, version }: Found,
  preview: Preview,
  uid: string,
): Promise<boolean> {
  const { id, preview: before, previewChanges = [], previewVersion = 0 } = release;
  const now = clock.now();
  const was = before ? { file: before.file, start: before.start } : null;
  const event = previewEvent(id, previewChangeText(before, preview), now);
  const data = {
    ...release,
    preview,
    previewChanges: [...previewChanges, { at: now, byUid: uid, was }].slice(-MAX_CHANGES),
    previewVersion: previewVersion + 1,
    isDone: false,
    openedAt: now,
  };
  const written = await store.write({
    create: [{ path: docs.datEvent(`preview:${id}:${previewVersion + 1}`, 0), data: { ...event } }],
    replace: [{ path: docs.release(id), data, version }],
  });
  return written === 'written';
}

async function withdraw({ files, releases }: Services, datId: string, { file }: Preview) {
  const release = await releases.find(datId);
  if (release?.preview?.file !== file) await files.remove(previewPath(file));
}

/**
 * Sets the preview's beginning for the releaser of a work, also for a work without a preview
 * (N-SND-01). The preview is cut, stored and then named; a sweep deletes the old one after a day.
 * The job that resumes releases finishes what fails to be shown.
 *
 * @returns the preview as it is now. Refuses somebody else's work, one that is taken down or has no
 * recording here, a beginning that does not fit, and too many changes in a day
 */
export async function setPreview(
  services: Services,
  uid: string,
  wanted: Wanted,
): Promise<Preview | Refusal> {
  let made: Preview | undefined;
  const attempt = async (): Promise<Preview | Refusal | 'conflict'> => {
    const found = await findChange(services, uid, wanted);
    if (!('release' in found)) {
      if (made && isRefusal(found)) await withdraw(services, wanted.datId, made);
      return found;
    }
    if (!made) {
      const fresh = await cut(services, found.release, wanted.previewStart);
      if (isRefusal(fresh)) return fresh;
      // The preview is stored before it is named. Cutting takes seconds: the release is read again.
      made = await publishPreview(services.files, fresh);
      return attempt();
    }
    if (!(await write(services, found, made, uid))) return 'conflict';
    const changed = await services.releases.find(wanted.datId);
    if (changed) await finishRelease(services, changed);
    return made;
  };
  return retryOnConflict(refuseConflict, attempt);
}
