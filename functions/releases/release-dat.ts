import { isDocumentId } from '@datchain/shared/contracts/document-id.ts';
import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { ReleaseSong } from '@datchain/shared/contracts/release-song.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Contributor } from '@datchain/shared/domain/dats.ts';
import { hasFacts, readStatedFacts } from '@datchain/shared/domain/recording-facts.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import {
  type ContributorList,
  contributorLists,
  freeContributor,
  pickedContributor,
} from '@datchain/shared/domain/release/contributors.ts';
import type { CutPreview } from '../audio/cut-preview.ts';
import type { Services } from '../services.ts';
import {
  acceptRelease,
  buildClaims,
  type CheckedRelease,
  fileReleaseId,
  findSame,
  newRelease,
} from './accept.ts';
import { requireMayReleaseFor } from './allow-list.ts';
import { findArtist } from './artists.ts';
import { finishRelease } from './finish.ts';
import { cutFromUpload, publishPreview } from './previews.ts';
import { checkFile } from './uploads.ts';

export type Credited = Record<ContributorList, Contributor[]>;

/** Tells whether a contributor was picked by @username, so that the id may be a uid. */
const isPicked = ({ id, tag }: Contributor): boolean => tag.startsWith('@') && isDocumentId(id);

/**
 * Resolves the credited people of a release for storing. A picked person is linked to the account
 * only if it has that username; everyone else is a name without an account.
 */
async function resolveContributors(
  { store }: Pick<Services, 'store'>,
  asked: Pick<ReleaseSong, ContributorList>,
): Promise<Credited> {
  const lists = contributorLists.map(({ list }) => list);
  const picked = lists.flatMap((list) => asked[list].filter(isPicked));
  const users = await store.read([...new Set(picked.map(({ id }) => docs.user(id)))]);
  const resolve = (one: Contributor): Contributor => {
    const username = isPicked(one) ? readText(users.get(docs.user(one.id))?.data.username) : '';
    return username !== '' && `@${username}`.toLowerCase() === one.tag.toLowerCase()
      ? pickedContributor(one.id, username)
      : freeContributor(one.tag);
  };
  const resolved = lists.map((list) => [list, asked[list].map(resolve)]);
  return Object.fromEntries(resolved) as Credited;
}

const refuseOtherDetails = (songName: string) => () =>
  refuse('already-exists', `"${songName}" has already been released with other details.`);

const refuseSharedIsrc = () => refuse('invalid-argument', 'Two of these songs have the same ISRC.');

function checkNames(song: ReleaseSong, artistName: string): Refusal | undefined {
  if (song.ArtistName !== artistName || song.ArtistNameLower !== artistName.toLowerCase()) {
    return refuse('invalid-argument', 'The artist name is not the selected artist’s.');
  }
  if (song.songNameLower !== song.SongName.toLowerCase()) {
    return refuse('invalid-argument', 'songNameLower is not the song name in lower case.');
  }
  return undefined;
}

interface CheckedSong extends CheckedRelease {
  readonly cut: CutPreview | undefined;
}

/**
 * Validates one song again against the server's own data (R-REV-02), and cuts its preview in
 * memory.
 *
 * @param others the songs before it in the same call
 */
async function checkSong(
  services: Services,
  uid: string,
  song: ReleaseSong,
  others: readonly CheckedSong[],
): Promise<CheckedSong | Refusal> {
  const artist = await findArtist(services, song.artistId);
  if (isRefusal(artist)) return artist;
  const refusal = checkNames(song, artist.artistName);
  if (refusal) return refusal;
  const [artwork, audio, contributors] = await Promise.all([
    checkFile(services.files, 'artwork', song.ArtworkURL, uid),
    checkFile(services.files, 'audio', song.SongURL, uid),
    resolveContributors(services, song),
  ]);
  if (isRefusal(artwork)) return artwork;
  if (isRefusal(audio)) return audio;

  const { SongName: songName, genres, tier, previewStart } = song;
  const id = fileReleaseId(artist.uid, songName, audio.hash);
  const said = readStatedFacts(song);
  // Without facts the field is left out, so that older releases keep their fingerprint.
  const recordingFacts = hasFacts(said) ? { recordingFacts: said } : {};
  const facts = {
    id,
    source: 'files' as const,
    operatorUid: uid,
    artistId: artist.uid,
    artistName: artist.artistName,
    songName,
    albumName: '',
    contentId: id,
    artworkUrl: artwork.url,
    songUrl: audio.url,
    audioPath: audio.path,
    genres,
    ...contributors,
    tier,
    ...recordingFacts,
  };
  const asked = {
    songName,
    genres,
    tier,
    contributors,
    artwork: artwork.hash,
    // Without a preview the field is left out, so that older releases keep their fingerprint.
    ...(previewStart === undefined ? {} : { previewStart }),
    ...recordingFacts,
  };
  const release = newRelease(facts, asked, services.clock.now());
  const one = { release, uploads: [artwork, audio] };

  const taken = refuseOtherDetails(songName);
  const twin = others.find((other) => other.release.id === id);
  if (twin && twin.release.fingerprint !== release.fingerprint) return taken();
  const isrc = said.isrc;
  const rival = others.find((other) => other.release.recordingFacts?.isrc === isrc);
  if (isrc && rival && rival.release.id !== id) return refuseSharedIsrc();
  const stored = await findSame(services, release, taken);
  if (isRefusal(stored)) return stored;
  if (stored) return { ...one, cut: undefined };
  const claims = await buildClaims(services, one);
  if (isRefusal(claims)) return claims;
  const cut = await cutFromUpload(services, audio, release, previewStart);
  return isRefusal(cut) ? cut : { ...one, cut };
}

/**
 * Releases songs from uploaded files (R-CAL-06). An artist's song with the same sound is the same
 * DAT, however often and by however many it is sent. The first problem of any song refuses all.
 *
 * @returns the ids of the DATS, in the order of the songs
 */
export async function releaseDat(
  services: Services,
  uid: string,
  { songs }: { songs: readonly ReleaseSong[] },
): Promise<{ datIds: string[] } | Refusal> {
  const artistIds = songs.map(({ artistId }) => artistId);
  const notAllowed = await requireMayReleaseFor(services, uid, artistIds);
  if (notAllowed) return notAllowed;
  const checked: CheckedSong[] = [];
  for (const song of songs) {
    const one = await checkSong(services, uid, song, checked);
    if (isRefusal(one)) return one;
    checked.push(one);
  }
  const accepted: Release[] = [];
  for (const { release, uploads, cut } of checked) {
    // The preview is stored before the release names it, so that it can always be heard.
    const preview = cut && { preview: await publishPreview(services.files, cut) };
    const named = { release: { ...release, ...preview }, uploads };
    const outcome = await acceptRelease(services, named, refuseOtherDetails(release.songName));
    if (isRefusal(outcome)) return outcome;
    accepted.push(outcome);
  }
  for (const release of accepted) {
    const refusal = await finishRelease(services, release);
    if (refusal) return refusal;
  }
  return { datIds: accepted.map(({ id }) => id) };
}
