/** Longer than any device needs to continue after an error. */
const STALL_MILLIS = 1_000;

/**
 * Calls `failed` when a sound cannot be played. Firefox without a sound device reports a decode error and
 * plays on, so decoding has failed only once the sound stalls.
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
    }, STALL_MILLIS);
  };
  sound.addEventListener('error', look, options);
  if (sound.error) look();
}
