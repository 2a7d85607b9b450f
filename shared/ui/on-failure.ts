/** Longer than any device needs to go on after an error. */
const STILL_MILLIS = 1_000;

/**
 * Calls `failed` when a sound cannot be played. Firefox without a sound device reports an error and plays
 * on, so a sound that was being decoded has failed only once it stands still.
 */
export function onFailure(
  sound: HTMLMediaElement,
  failed: () => void,
  options: AddEventListenerOptions = {},
): void {
  const look = () => {
    const { error, currentTime } = sound;
    if (error?.code !== MediaError.MEDIA_ERR_DECODE) return failed();
    setTimeout(() => {
      if (options.signal?.aborted || sound.error !== error) return;
      if (sound.paused) sound.addEventListener('play', look, { ...options, once: true });
      else if (sound.currentTime === currentTime) failed();
    }, STILL_MILLIS);
  };
  sound.addEventListener('error', look, options);
  if (sound.error) look();
}
