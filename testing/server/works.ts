import { randomUUID } from 'node:crypto';
import { acceptRelease, newRelease } from '@datchain/functions/releases/accept.ts';
import { finishRelease } from '@datchain/functions/releases/finish.ts';
import { services } from '@datchain/functions/services.ts';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { accepted } from './accepted.ts';
import { type Fan, market } from './market.ts';
import { person, releasing } from './releasing.ts';
import { aWav, putObject } from './uploads.ts';

export interface Work {
  readonly datId: string;
  readonly creator: Fan;
  readonly operator: Fan;
  readonly audioPath: string;
  readonly songUrl: string;
}

interface Recorded {
  readonly recording?: Buffer;
  readonly kind?: 'wav' | 'flac';
  readonly editions?: number;
}

interface Terms extends Recorded {
  readonly artist: Pick<NewUser, 'uid' | 'artistName'>;
  readonly operatorUid: string;
}

const taken = (): Refusal => {
  throw new Error('This work is there already.');
};

/**
 * Releases a work with `editions` editions and this recording, like the release flow; its whole
 * song is still to be made.
 */
export async function releaseRecording(terms: Terms): Promise<Omit<Work, 'creator' | 'operator'>> {
  const { artist, operatorUid, editions = 1, recording = aWav(), kind = 'wav' } = terms;
  const { artistName, uid: artistId } = artist;
  const datId = `dat-${randomUUID()}`;
  const audioPath = `dat_audio/${datId}.${kind}`;
  const upload = { path: audioPath, bytes: recording, contentType: `audio/${kind}` };
  const songUrl = await putObject({ ...upload, uploader: operatorUid });
  const facts = {
    id: datId,
    source: 'files' as const,
    operatorUid,
    artistId,
    artistName,
    songName: 'Song',
    albumName: '',
    contentId: datId,
    artworkUrl: '',
    songUrl,
    audioPath,
    genres: ['pop'],
    artistFeatures: [],
    producers: [],
    songwriters: [],
    recordLabels: [],
    tier: 'Bronze' as const,
  };
  const release = { ...newRelease(facts, { datId }, services().clock.now()), editions };
  const known = await accepted(acceptRelease(services(), { release, uploads: [] }, taken));
  const refusal = await finishRelease(services(), known);
  if (refusal) throw new Error(refusal.message);
  return { datId, audioPath, songUrl };
}

export async function aWork(wanted: Recorded & { readonly creator?: Fan } = {}): Promise<Work> {
  const m = market();
  const creator = wanted.creator ?? (await m.signUp({ hasDocument: false }));
  const [operator, artist] = [await releasing(m).operator(), await person({ uid: creator.uid })];
  const released = await releaseRecording({ ...wanted, artist, operatorUid: operator.uid });
  return { ...released, creator, operator };
}
