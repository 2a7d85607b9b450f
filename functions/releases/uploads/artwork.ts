import type { Release } from '@datchain/shared/contracts/documents/release.ts';
import { uploadFolders } from '@datchain/shared/domain/release/upload-path.ts';
import type { Services } from '../../services.ts';
import type { Files } from '../../stores/files.ts';
import { type Location, locate } from './check-files.ts';

/**
 * Finds the uploaded artwork of a release in our bucket; undefined where its address leads elsewhere.
 */
function artworkOf(
  files: Pick<Files, 'bucket' | 'origin'>,
  { artworkUrl }: Pick<Release, 'artworkUrl'>,
): Location | undefined {
  const location = locate(files, artworkUrl);
  return location?.path.startsWith(`${uploadFolders.artwork}/`) ? location : undefined;
}

/**
 * Closes the artwork of a release that was taken down, and opens it again after a restoration: at its download
 * addresses it is public for as long as one of the works that have it is (N-INP-08). Of two changes at once the
 * later one has the last word: each looks again after writing.
 */
export async function showArtwork(
  {
    files,
    releases,
  }: Pick<Services, 'files'> & { releases: Pick<Services['releases'], 'listWithArtwork'> },
  release: Release,
): Promise<void> {
  const own = artworkOf(files, release);
  if (!own) return;
  const address = `${release.artworkUrl.split('?', 1)[0]}?`;
  const read = async () => {
    const sharing = await releases.listWithArtwork(address);
    return { sharing, isPublic: sharing.some(({ state }) => state !== 'taken-down') };
  };
  for (let shown = await read(); ; ) {
    const tokens = new Set(shown.sharing.flatMap((one) => artworkOf(files, one)?.token ?? []));
    const owner = { uploader: release.operatorUid, token: [...tokens].join() };
    if (shown.isPublic) await files.reopen(own.path, owner);
    else await files.close(own.path);
    const now = await read();
    if (now.isPublic === shown.isPublic) return;
    shown = now;
  }
}
