import { previewsIn } from '@datchain/shared/domain/preview-address.ts';
import { pressToPlay } from '@datchain/shared/ui/press-to-play.ts';
import { loadConfig } from '../firebase/config.ts';

let isListening = false;

/**
 * Lets the play buttons of all screens work, once there is one: one sound for the whole of the portal,
 * with a dock that stays while screens change (N-SND-05).
 */
export function letPreviewsPlay(): void {
  if (isListening) return;
  isListening = true;
  pressToPlay();
  loadConfig().then(
    ({ storageBucket, local }) => {
      document.documentElement.dataset.previews = previewsIn(storageBucket, local?.storage);
    },
    // The screens say themselves that nothing can be loaded.
    () => {},
  );
}
