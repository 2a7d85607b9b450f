import { previewsIn } from '@datchain/shared/domain/preview-address.ts';
import { pressToPlay } from '@datchain/shared/ui/press-to-play.ts';
import { loadConfig } from '../firebase/config.ts';

let isListening = false;

/**
 * Starts the preview player once: one sound for the whole portal, with a dock that stays across
 * screens (N-SND-05).
 */
export function letPreviewsPlay(): void {
  if (isListening) return;
  isListening = true;
  pressToPlay();
  loadConfig().then(
    ({ storageBucket, local }) => {
      document.documentElement.dataset.previews = previewsIn(storageBucket, local?.storage);
    },
    // The screens themselves report a missing configuration.
    () => {},
  );
}
