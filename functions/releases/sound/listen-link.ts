import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { attachment, formatFileName } from '@datchain/shared/domain/attachment.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { listeningMillis, savingMillis, wholePath } from '@datchain/shared/domain/whole-song.ts';
import type { Services } from '../../services.ts';
import type { StoredFile } from '../../stores/files.ts';
import { askForWhole, recordingPath } from '../previews.ts';

type Needs = Pick<Services, 'files' | 'guards' | 'releases' | 'store' | 'clock'>;

export interface ListenLink {
  readonly url: string;
  /** A time in milliseconds. */
  readonly expiresAt: number;
  /** The length of the song; 0 while it is unknown. */
  readonly seconds: number;
}

const notYet = () =>
  refuse('unavailable', 'The whole song is being prepared. Try again in a minute.');

const noRecording = () =>
  refuse('failed-precondition', 'We do not have the recording of this DAT.');

/**
 * Refuses a user who may not hear a work whole, by the books at this moment. Unsold editions belong
 * to the creator.
 */
async function refuseOthers(
  { guards }: Needs,
  uid: string,
  datId: string,
): Promise<Refusal | undefined> {
  const dat = await guards.findDat(datId);
  if (!dat) return refuse('not-found', 'DAT not found');
  if (dat.takenDown) return refuse('failed-precondition', 'This DAT has been taken down.');
  return dat.editions.some(({ ownerUid }) => ownerUid === uid)
    ? undefined
    : refuse('permission-denied', 'Only holders of an edition can hear the whole song.');
}

interface Found {
  readonly file: StoredFile;
  readonly goodForMillis: number;
  readonly disposition?: string;
}

async function findOriginal({ files }: Needs, release: Release): Promise<Found | Refusal> {
  const path = recordingPath(files, release);
  if (!path) return noRecording();
  const file = await files.find(path);
  if (!file) return refuse('unavailable', 'The original is not there yet. Try again in a minute.');
  const extension = /\.flac$/i.test(path) || /flac/.test(file.contentType) ? 'flac' : 'wav';
  const name = formatFileName([release.artistName, release.songName], extension);
  return { file, goodForMillis: savingMillis, disposition: attachment(name) };
}

async function findWhole(services: Needs, release: Release): Promise<Found | Refusal> {
  const { song, problem } = release.whole ?? {};
  const file = song && (await services.files.find(wholePath(song.file)));
  if (song && file) return { file, goodForMillis: listeningMillis(song.seconds) };
  if (!recordingPath(services.files, release)) return noRecording();
  if (problem) {
    const sentence = 'The whole song cannot be played: its recording is damaged.';
    return refuse('failed-precondition', sentence);
  }
  await askForWhole(services, release);
  return notYet();
}

/**
 * Signs an address of the whole song, or of the uploaded file, for a holder of an edition
 * (N-SND-07). The address names the generation of its object, so that a takedown ends it
 * (N-SND-09).
 */
export async function listenLink(
  services: Needs,
  uid: string,
  { datId, download }: { datId: string; download: boolean },
): Promise<ListenLink | Refusal> {
  const refusal = await refuseOthers(services, uid, datId);
  if (refusal) return refusal;
  const release = await services.releases.find(datId);
  if (!release) return noRecording();
  const found = await (download ? findOriginal : findWhole)(services, release);
  if (isRefusal(found)) return found;
  const { file, goodForMillis, disposition } = found;
  // The check is repeated: a takedown before the generation was read would have missed it.
  const refusedMeanwhile = await refuseOthers(services, uid, datId);
  if (refusedMeanwhile) return refusedMeanwhile;
  const from = services.clock.now();
  const until = from + goodForMillis;
  const terms = { from, until, ...(disposition === undefined ? {} : { disposition }) };
  const url = await services.files.sign(file, terms);
  const seconds = release.whole?.song?.seconds ?? release.preview?.songSeconds ?? 0;
  return { url, expiresAt: until, seconds };
}
