import { previewsIn } from '@datchain/shared/domain/preview-address.ts';
import { pressToPlay } from '@datchain/shared/ui/press-to-play.ts';
import { loadConfig } from './config.ts';

/** Lets the play buttons of all screens work: one sound for the whole of the portal (N-SND-05). */
export function letPreviewsPlay(): void {
  pressToPlay();
  loadConfig().then(
    ({ storageBucket, local }) => {
      document.documentElement.dataset.previews = previewsIn(storageBucket, local?.storage);
    },
    // The screens say themselves that nothing can be loaded.
    () => {},
  );
}
