import { takedownVersion } from '@datchain/shared/domain/books/take-down.ts';
import type { Services } from '../../services.ts';
import { type Cutting, silence, soundAgain } from '../sound/previews.ts';
import { silenceWhole, wholeAgain } from '../sound/whole-songs.ts';
import { showArtwork } from '../uploads/artwork.ts';

type Needs = Pick<Services, 'guards' | 'store' | 'clock' | 'summaries' | 'files'> &
  Pick<Cutting, 'environment'> & {
    readonly releases: Pick<Services['releases'], 'find' | 'listWithArtwork'>;
  };

/**
 * Shows whether a DAT is taken down: in its row, and by its artwork and its sound. It does not wait for the
 * projector. Of a takedown and a restoration at once the later one has the last word: each looks again
 * after writing. Repeated, it does what a crash has left.
 */
export async function showTakedown(services: Needs, id: string): Promise<void> {
  const { guards, summaries, releases, files } = services;
  const read = async () => {
    const dat = await guards.findDat(id);
    return { takenDown: dat?.takenDown ?? null, version: dat && takedownVersion(dat) };
  };
  const release = await releases.find(id);
  let shown = await read();
  for (;;) {
    await summaries.update([{ id, takenDown: shown.takenDown }]);
    if (release) await showArtwork(services, release);
    if (release && shown.takenDown) {
      await silence(files, release);
      await silenceWhole(services, release);
    } else if (release) {
      await soundAgain(services, release);
      await wholeAgain(services, release);
    }
    const now = await read();
    if (now.version === shown.version) return;
    shown = now;
  }
}
