import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { acceptRelease, newRelease } from '../releases/accept.ts';
import { finishRelease } from '../releases/finish.ts';
import { services } from '../services.ts';
import { type Fan, market } from './market.ts';
import { person, releasing } from './releasing.ts';
import { aWav, putObject } from './uploads.ts';

/** A work with its recording, and who is what to it. */
export interface Work {
  readonly datId: string;
  readonly creator: Fan;
  readonly operator: Fan;
  readonly audioPath: string;
  /** The address that its uploader has of it. */
  readonly songUrl: string;
}

interface Wanted {
  readonly creator?: Fan;
  readonly editions?: number;
  readonly recording?: Buffer;
  readonly kind?: 'wav' | 'flac';
}

const taken = (): Refusal => {
  throw new Error('This work is there already.');
};

/** A published work of so many editions and of this recording, as a release leaves it: its whole song is due. */
export async function aWork(wanted: Wanted = {}): Promise<Work> {
  const { editions = 1, recording = aWav(), kind = 'wav' } = wanted;
  const m = market();
  const creator = wanted.creator ?? (await m.signUp({ hasDocument: false }));
  const operator = await releasing(m).operator();
  const { artistName } = await person({ uid: creator.uid });
  const datId = `dat-${randomUUID()}`;
  const audioPath = `dat_audio/${datId}.${kind}`;
  const upload = { path: audioPath, bytes: recording, contentType: `audio/${kind}` };
  const songUrl = await putObject({ ...upload, uploader: operator.uid });
  const facts = {
    ...{ id: datId, source: 'files' as const, operatorUid: operator.uid, artistId: creator.uid },
    ...{ artistName, songName: 'Song', albumName: '', contentId: datId, artworkUrl: '' },
    ...{ songUrl, audioPath, genres: ['pop'], artistFeatures: [], producers: [], songwriters: [] },
    ...{ recordLabels: [], tier: 'Bronze' as const },
  };
  const release = { ...newRelease(facts, { datId }, services().clock.now()), editions };
  const accepted = await acceptRelease(services(), { release, uploads: [] }, taken);
  if (isRefusal(accepted)) throw new Error(accepted.message);
  const refusal = await finishRelease(services(), accepted);
  if (refusal) throw new Error(refusal.message);
  return { datId, creator, operator, audioPath, songUrl };
}
