import { createHash } from 'node:crypto';
import type { Release, WholeSong } from '@datchain/shared/contracts/documents/release.ts';
import { genreName } from '@datchain/shared/domain/genres.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { soundFile } from '@datchain/shared/domain/sound-file.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { againAfterMillis, wholePath } from '@datchain/shared/domain/whole-song.ts';
import { encodeWhole } from '../../audio/encode-whole.ts';
import { log } from '../../log.ts';
import type { Services } from '../../services.ts';
import { changeRelease } from '../change-release.ts';
import { readableUpload, recordingPath } from '../previews.ts';

type Needs = Pick<Services, 'files' | 'store' | 'clock'>;

export interface MadeWholeSongs {
  readonly looked: number;
  readonly made: number;
  readonly failed: number;
}

/** How long a run starts new songs: the longest recording still fits before the job times out. */
const START_WINDOW_MILLIS = 4 * MINUTE_MILLIS;
const BATCH_SIZE = 20;

/**
 * Claims a song by making it due again later, in case this process crashes. Returns undefined when
 * another process was faster.
 */
const claimSong = ({ store, clock }: Needs, id: string): Promise<Release | undefined> =>
  changeRelease({ store }, id, ({ whole }) => {
    const now = clock.now();
    if (!whole || whole.dueAt === null || whole.dueAt > now) return undefined;
    const attempts = whole.attempts + 1;
    return { whole: { ...whole, attempts, dueAt: now + againAfterMillis(attempts) } };
  });

/** Stores the outcome. Returns false for a release that was taken down meanwhile. */
async function settle(
  services: Needs,
  { id }: Release,
  outcome: Pick<WholeSong, 'song' | 'problem'>,
): Promise<boolean> {
  const settled = await changeRelease(services, id, ({ state, whole }) => {
    const { song, problem } = state === 'published' ? outcome : { song: null, problem: null };
    return {
      whole: { song: song ?? whole?.song ?? null, dueAt: null, attempts: 0, problem },
    };
  });
  return settled?.state === 'published';
}

/**
 * Tells whether the song that a release names exists: a takedown may have been undone before it
 * deleted anything.
 */
async function isThere({ files }: Needs, { whole }: Release): Promise<boolean> {
  return Boolean(whole?.song && (await files.find(wholePath(whole.song.file))));
}

async function makeSong(services: Needs, release: Release): Promise<void> {
  const { files } = services;
  const { id, songName, artistName, genres, whole } = release;
  const path = recordingPath(files, release);
  const upload = path && (await files.find(path));
  if (release.state !== 'published' || (await isThere(services, release))) {
    await settle(services, release, { song: whole?.song ?? null, problem: null });
    return;
  }
  if (!upload) throw new Error('Its recording is not in the bucket.');
  const tags = { title: songName, artist: artistName, genre: genres.map(genreName).join(', ') };
  const encoded = await encodeWhole(readableUpload(files, upload), tags);
  if (isRefusal(encoded)) {
    log.error('A whole song cannot be made', { datId: id, problem: encoded.message });
    await settle(services, release, { song: null, problem: encoded.message });
    return;
  }
  const hash = createHash('sha256').update(encoded.bytes).digest('hex');
  const song = { file: soundFile(id, hash), seconds: encoded.seconds };
  await files.keep(wholePath(song.file), encoded.bytes, 'audio/mpeg');
  // A takedown meanwhile did not know of this file.
  if (!(await settle(services, release, { song, problem: null }))) {
    await files.remove(wholePath(song.file));
  }
}

/**
 * Makes the whole songs that are due, one after the other (N-SND-07). Each is postponed before it
 * starts, with a growing backoff. A song that crashes the process or keeps failing blocks no
 * others.
 */
export async function makeWholeSongs(
  services: Needs & Pick<Services, 'releases'>,
): Promise<MadeWholeSongs> {
  const counts = { looked: 0, made: 0, failed: 0 };
  const startUntil = performance.now() + START_WINDOW_MILLIS;
  for (const { id } of await services.releases.listWholeDue(services.clock.now(), BATCH_SIZE)) {
    if (performance.now() > startUntil) break;
    const release = await claimSong(services, id);
    if (!release) continue;
    counts.looked += 1;
    try {
      await makeSong(services, release);
      counts.made += 1;
    } catch (error) {
      counts.failed += 1;
      log.warn('A whole song was not made', { datId: id, error: String(error) });
    }
  }
  return counts;
}
