import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import type { ReleaseSong } from '@datchain/shared/contracts/release-song.ts';
import { factsOf, hasFacts } from '@datchain/shared/domain/recording-facts.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { CutPreview } from '../audio/cut-preview.ts';
import type { Services } from '../services.ts';
import { acceptRelease, type CheckedRelease, claimsOf, findSame, newRelease } from './accept.ts';
import { findArtist } from './artists.ts';
import { resolveContributors } from './contributors.ts';
import { finishRelease } from './finish.ts';
import { requireMayReleaseFor } from './may-release.ts';
import { fileReleaseId } from './release-id.ts';
import { cutOf, publishPreview } from './sound/previews.ts';
import { type CheckedFile, checkFile } from './uploads/check-files.ts';

const otherDetails = (songName: string) => () =>
  refuse('already-exists', `"${songName}" has already been released with other details.`);

const twoWithOneIsrc = () => refuse('invalid-argument', 'Two of these songs have the same ISRC.');

/** The names that are sent twice, and the one that is the artist's own. */
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
  /** The recording, and where its preview was asked to begin. */
  readonly audio: CheckedFile;
  readonly previewStart: number | undefined;
  /** Undefined where the release is there already. */
  readonly cut?: CutPreview;
}

/** Validates one song again, by what the server itself knows (R-REV-02). */
async function checkSong(
  services: Services,
  uid: string,
  song: ReleaseSong,
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
  const said = factsOf(song);
  // Nothing is added where nothing is said: so were releases from before there were facts.
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
    ...{ songName, genres, tier, contributors, artwork: artwork.hash },
    // Releases from before there were previews were asked for without.
    ...(previewStart === undefined ? {} : { previewStart }),
    ...recordingFacts,
  };
  return {
    release: newRelease(facts, asked, services.clock.now()),
    uploads: [artwork, audio],
    audio,
    previewStart,
  };
}

/** The songs as releases, in their order; the first problem of any of them refuses all. */
async function checkSongs(
  services: Services,
  uid: string,
  songs: readonly ReleaseSong[],
): Promise<CheckedSong[] | Refusal> {
  const checked: CheckedSong[] = [];
  for (const song of songs) {
    const one = await checkSong(services, uid, song);
    if (isRefusal(one)) return one;
    const { release } = one;
    const taken = otherDetails(song.SongName);
    const twin = checked.find((other) => other.release.id === release.id);
    if (twin && twin.release.fingerprint !== release.fingerprint) return taken();
    const isrc = release.recordingFacts?.isrc;
    const rival = checked.find((other) => other.release.recordingFacts?.isrc === isrc);
    if (isrc && rival && rival.release.id !== release.id) return twoWithOneIsrc();
    const stored = await findSame(services, release, taken);
    if (isRefusal(stored)) return stored;
    const claims = stored ? [] : await claimsOf(services, one);
    if (isRefusal(claims)) return claims;
    const cut = stored
      ? undefined
      : await cutOf(services, one.audio, one.release, one.previewStart);
    if (isRefusal(cut)) return cut;
    checked.push(cut ? { ...one, cut } : one);
  }
  return checked;
}

/**
 * Releases songs from uploaded files (R-CAL-06). The same song of the same artist with
 * the same sound is the same DAT, however often and by however many it is sent.
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
  const checked = await checkSongs(services, uid, songs);
  if (isRefusal(checked)) return checked;
  const accepted: Release[] = [];
  for (const one of checked) {
    // Stored before the release names it, so that it can always be heard.
    const preview = one.cut && (await publishPreview(services.files, one.cut));
    const release = preview ? { ...one.release, preview } : one.release;
    const named = { release, uploads: one.uploads };
    const outcome = await acceptRelease(services, named, otherDetails(release.songName));
    if (isRefusal(outcome)) return outcome;
    accepted.push(outcome);
  }
  for (const release of accepted) {
    const refusal = await finishRelease(services, release);
    if (refusal) return refusal;
  }
  return { datIds: accepted.map(({ id }) => id) };
}
