import { randomUUID } from 'node:crypto';
import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { acceptRelease, newRelease } from '../releases/accept.ts';
import { finishRelease } from '../releases/finish.ts';
import { fileReleaseId } from '../releases/release-id.ts';
import type { Services } from '../services.ts';

const people = (count: number, tag: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `tag:${tag} ${index}`,
    tag: `${tag} ${index}`,
  }));

/** Releases one song of an artist whose files have been checked, with as many credits as most have. */
export async function releaseOne(all: Services, artist: NewUser, number: number): Promise<string> {
  const songName = `Song number ${number}`;
  const id = fileReleaseId(artist.uid, songName, randomUUID());
  const facts = {
    id,
    source: 'files' as const,
    operatorUid: 'operator',
    artistId: artist.uid,
    artistName: artist.artistName,
    songName,
    albumName: '',
    contentId: id,
    artworkUrl: `https://firebasestorage.googleapis.com/v0/b/demo/o/dat_artwork%2F${id}.png?alt=media&token=${randomUUID()}`,
    songUrl: '',
    genres: ['pop'],
    producers: people(2, 'Producer'),
    songwriters: people(3, 'Songwriter'),
    artistFeatures: people(1, 'Feature'),
    recordLabels: people(1, 'Label'),
    tier: 'Silver' as const,
  };
  const refused = () => {
    throw new Error(`${id} is there already`);
  };
  const checked = { release: newRelease(facts, facts, all.clock.now()), uploads: [] };
  const accepted = await acceptRelease(all, checked, refused);
  const outcome = isRefusal(accepted) ? accepted : await finishRelease(all, accepted);
  if (outcome && isRefusal(outcome)) throw new Error(outcome.message);
  return id;
}
