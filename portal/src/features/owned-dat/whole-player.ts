/** Plays one sound at an address that does not last; it knows nothing of screens (N-SND-07). */

import { onFailure } from '@datchain/shared/ui/on-failure.ts';
import { openTabChannel, type TabChannel } from '@datchain/shared/ui/site-data.ts';
import { type SoundPlace, soundPlace } from '@datchain/shared/ui/sound-place.ts';

/** What can be said of the sound at the moment. */
export interface Heard {
  readonly state: 'resting' | 'loading' | 'playing' | 'paused';
  /** In seconds. */
  readonly at: number;
  /** How long it is, in seconds; 0 while no one knows. */
  readonly length: number;
  /** A sentence to read, or ''. */
  readonly problem: string;
}

export interface PlayerParts {
  /** Asks for an address. @throws an error whose sentence `sayWhy` finds */
  readonly askLink: () => Promise<{ url: string; seconds: number }>;
  readonly sayWhy: (error: unknown) => string;
  /** How long it is as far as is known before it is asked for, in seconds. */
  readonly length: number;
  /** For lock screens and the keys for media. */
  readonly title: string;
  readonly artist: string;
}

export interface WholePlayer {
  /** Plays or pauses. To be called within the press itself: only there may sound begin. */
  toggle(): void;
  seek(to: number): void;
  heard(): Heard;
  /** @returns what ends it */
  listen(onChange: () => void): () => void;
  /** Ends the sound; a later press begins it again. */
  close(): void;
}

const cannotBePlayed = 'The song cannot be played. Try again.';
/** So much has to be heard of a new address before another may be asked for, in seconds. */
const PROVEN_SECONDS = 1;

/**
 * A player of the whole song. Nothing is fetched before the first press. When the address has run
 * out, as it does in a tab that was paused for long, it asks for another one, once, and goes on
 * where it was. Of all tabs of the site, one is heard at a time.
 */
export function wholePlayer(parts: PlayerParts): WholePlayer {
  const listeners = new Set<() => void>();
  let heard: Heard = { state: 'resting', at: 0, length: parts.length, problem: '' };
  let sound: HTMLAudioElement | undefined;
  let place: SoundPlace | undefined;
  let channel: TabChannel | undefined;
  let isWanted = false;
  /** Where the sound was when its address failed; undefined again once more of it was heard. */
  let failedAt: number | undefined;
  /** Only the newest question counts. */
  let asked = 0;

  function tell(change: Partial<Heard>): void {
    heard = { ...heard, ...change };
    for (const listener of listeners) listener();
  }

  function rest(problem = ''): void {
    isWanted = false;
    tell({ state: sound?.src ? 'paused' : 'resting', problem });
  }

  function start(own: HTMLAudioElement): void {
    own.play().catch((error: unknown) => {
      // The press was too long ago: the next one is heard at once.
      if (error instanceof DOMException && error.name === 'NotAllowedError') rest();
    });
  }

  async function load(own: HTMLAudioElement): Promise<void> {
    const question = ++asked;
    tell({ state: 'loading', problem: '' });
    try {
      const { url, seconds } = await parts.askLink();
      if (question !== asked) return;
      own.src = url;
      if (heard.at > 0) own.currentTime = heard.at;
      tell({ length: seconds || heard.length });
      if (isWanted) start(own);
      else rest();
    } catch (error) {
      if (question === asked) rest(parts.sayWhy(error));
    }
  }

  function show(own: HTMLAudioElement): void {
    if (own !== sound || !own.src) return;
    const isLoading = own.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const state = own.paused
      ? isWanted
        ? 'loading'
        : 'paused'
      : isLoading
        ? 'loading'
        : 'playing';
    // Until the place to go on from is reached, it is where the sound was.
    const at = own.readyState > 0 && place ? place.at() : heard.at;
    const length = Number.isFinite(own.duration) ? own.duration : heard.length;
    if (failedAt !== undefined && at > failedAt + PROVEN_SECONDS) failedAt = undefined;
    tell({ state, at, length });
  }

  function fail(own: HTMLAudioElement): void {
    if (own !== sound || !own.src) return;
    own.removeAttribute('src');
    if (failedAt === undefined) {
      failedAt = heard.at;
      void load(own);
    } else {
      failedAt = undefined;
      rest(cannotBePlayed);
    }
  }

  function make(): HTMLAudioElement {
    const own = new Audio();
    place = soundPlace(own);
    for (const event of ['playing', 'waiting', 'timeupdate', 'seeked', 'loadedmetadata']) {
      own.addEventListener(event, () => show(own));
    }
    own.addEventListener('play', () => {
      // Browsers say so late: it may have been paused since.
      if (own.paused) return;
      isWanted = true;
      channel?.postMessage('plays');
      introduce();
      show(own);
    });
    own.addEventListener('pause', () => {
      // Browsers say so late: it may be played again since. A new address pauses it too: then it is
      // still wanted.
      if (own.paused && own.readyState > 0) isWanted = false;
      show(own);
    });
    own.addEventListener('ended', () => {
      isWanted = false;
      own.currentTime = 0;
      show(own);
    });
    onFailure(own, () => fail(own));
    channel = openTabChannel('preview');
    channel.addEventListener('message', () => pause());
    return own;
  }

  function pause(): void {
    isWanted = false;
    sound?.pause();
    if (heard.state === 'loading') rest();
  }

  function play(): void {
    isWanted = true;
    sound ??= make();
    if (sound.src) {
      tell({ state: 'loading', problem: '' });
      start(sound);
      return;
    }
    // Some browsers let an element sound later only if it was loaded within a press.
    sound.load();
    void load(sound);
  }

  function seek(to: number): void {
    const at = Math.max(0, Math.min(to, heard.length > 0 ? heard.length - 0.1 : to));
    if (sound?.src) place?.go(at);
    tell({ at });
  }

  function introduce(): void {
    if (!('mediaSession' in navigator)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title: parts.title, artist: parts.artist });
    mediaSession.setActionHandler('play', play);
    mediaSession.setActionHandler('pause', pause);
    mediaSession.setActionHandler('seekto', ({ seekTime = 0 }) => seek(seekTime));
  }

  return {
    toggle: () => (isWanted ? pause() : play()),
    seek,
    heard: () => heard,
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    close() {
      asked += 1;
      const own = sound;
      sound = undefined;
      channel?.close();
      own?.pause();
      own?.removeAttribute('src');
      own?.load();
      rest();
    },
  };
}
