import { onFailure } from '@datchain/shared/ui/on-failure.ts';
import { openTabChannel, type TabChannel } from '@datchain/shared/ui/site-data.ts';
import { type SoundPlace, soundPlace } from '@datchain/shared/ui/sound-place.ts';

export interface Heard {
  readonly state: 'resting' | 'loading' | 'playing' | 'paused';
  /** In seconds. */
  readonly at: number;
  /** The length in seconds; 0 while unknown. */
  readonly length: number;
  /** A sentence for the user, or ''. */
  readonly problem: string;
}

export interface PlayerParts {
  /** Requests an address. @throws an error for which `sayWhy` finds a sentence */
  readonly askLink: () => Promise<{ url: string; seconds: number }>;
  readonly sayWhy: (error: unknown) => string;
  /** The length in seconds as far as known before the first request. */
  readonly length: number;
  readonly title: string;
  readonly artist: string;
}

export interface WholePlayer {
  /** Plays or pauses. Call it within the press itself: browsers allow sound only there. */
  toggle(): void;
  seek(to: number): void;
  heard(): Heard;
  /** @returns a function that ends the subscription */
  listen(onChange: () => void): () => void;
  close(): void;
}

const cannotBePlayed = 'The song cannot be played. Try again.';
/** Seconds of a new address that must play before another may be requested. */
const PROVEN_SECONDS = 1;

/**
 * Plays a whole song, independently of any screen (N-SND-07); fetches nothing before the first
 * press. When the address has expired, as in a tab paused for long, it requests another one, once,
 * and resumes. Only one tab of the site plays at a time.
 */
export function wholePlayer(parts: PlayerParts): WholePlayer {
  const listeners = new Set<() => void>();
  let heard: Heard = { state: 'resting', at: 0, length: parts.length, problem: '' };
  let sound: HTMLAudioElement | undefined;
  let place: SoundPlace | undefined;
  let channel: TabChannel | undefined;
  let isWanted = false;
  /** The position at which the address failed; reset after further playback. */
  let failedAt: number | undefined;
  /** The number of the last request: answers to earlier ones are dropped. */
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
      // The press was too long ago: the next press plays at once.
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
    // Until the resume position is reached, report the previous position.
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
      // The event comes late: the sound may be paused again.
      if (own.paused) return;
      isWanted = true;
      channel?.postMessage('plays');
      introduce();
      show(own);
    });
    own.addEventListener('pause', () => {
      // The event comes late: the sound may play again, or only a new address paused it.
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
    // Some browsers let an element play later only if it was loaded within a press.
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
