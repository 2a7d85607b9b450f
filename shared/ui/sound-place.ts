/** A seekable sound, one seek at a time (N-SND-06, N-SND-07). */

export interface SoundPlace {
  /** Seeks to a position in seconds; during another seek, after that one ends. */
  go(to: number): void;
  /** Returns the position in seconds, or the target of a seek. */
  at(): number;
}

/**
 * Serialises seeks, because Chromium can seek forever if it is sent elsewhere, paused and played meanwhile.
 * Add `seeked` listeners that read the position after calling this.
 */
export function soundPlace(sound: HTMLMediaElement): SoundPlace {
  let asked: { readonly to: number; readonly src: string } | undefined;
  const next = () => (asked?.src === sound.src ? asked.to : undefined);
  sound.addEventListener('seeked', () => {
    // Browsers fire this late: another seek can be running.
    if (sound.seeking) return;
    const to = next();
    asked = undefined;
    if (to !== undefined) sound.currentTime = to;
  });
  return {
    go(to) {
      // If `seeked` is still to be fired, it starts this seek.
      if (sound.seeking || next() !== undefined) asked = { to, src: sound.src };
      else sound.currentTime = to;
    },
    at: () => next() ?? sound.currentTime,
  };
}
