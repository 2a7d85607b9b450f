/** Sends a sound elsewhere, to one place at a time (N-SND-06, N-SND-07). */

export interface SoundPlace {
  /** Goes to a place, in seconds; while it is on its way to another one, after arriving there. */
  go(to: number): void;
  /** Where it is, or will be once it has arrived, in seconds. */
  at(): number;
}

/**
 * Chromium may stay on its way for good when it is sent elsewhere, paused and played meanwhile.
 * Listeners that ask for the place on `seeked` are to be added after this.
 */
export function soundPlace(sound: HTMLMediaElement): SoundPlace {
  let asked: { readonly to: number; readonly src: string } | undefined;
  /** The place asked for on the way; one asked for in another file counts no more. */
  const next = () => (asked?.src === sound.src ? asked.to : undefined);
  sound.addEventListener('seeked', () => {
    // Browsers say so late: it may be on another way since.
    if (sound.seeking) return;
    const to = next();
    asked = undefined;
    if (to !== undefined) sound.currentTime = to;
  });
  return {
    go(to) {
      // It may have arrived with `seeked` still to be said, which then leads to the next place.
      if (sound.seeking || next() !== undefined) asked = { to, src: sound.src };
      else sound.currentTime = to;
    },
    at: () => next() ?? sound.currentTime,
  };
}
