import { clockText } from '../domain/clock-text.ts';
import { showInDock } from './dock.ts';
import { onFailure } from './on-failure.ts';
import { openTabChannel } from './site-data.ts';
import { songOf } from './song-of.ts';
import { type SoundPlace, soundPlace } from './sound-place.ts';

/**
 * The channel that pauses other tabs. This player loads at the first press; it shows and controls the current
 * preview.
 */

const oneAtATime = openTabChannel('preview');
const slowMotion = matchMedia('(prefers-reduced-motion: reduce)');
const STEP_SECONDS = 5;

let shown: string | undefined;
let followed: SoundPlace | undefined;
let hasFailed = false;

export function follow(sound: HTMLAudioElement, button: HTMLElement): void {
  const { preview } = button.dataset;
  if (shown !== preview) for (const each of findButtons(shown)) showAtRest(each);
  shown = preview;
  showInDock(button);
  // A sound can have failed before this script loaded.
  followed ??= listen(sound);
  introduce(sound, button, followed);
  show(sound, followed);
}

function listen(sound: HTMLAudioElement): SoundPlace {
  const place = soundPlace(sound);
  sound.addEventListener('loadstart', () => {
    hasFailed = false;
  });
  for (const event of ['play', 'playing', 'pause', 'waiting', 'timeupdate', 'seeked']) {
    sound.addEventListener(event, () => show(sound, place));
  }
  onFailure(sound, () => {
    hasFailed = true;
    // Without a source, the next press loads the sound again.
    sound.removeAttribute('src');
    show(sound, place);
  });
  sound.addEventListener('play', () => oneAtATime.postMessage('plays'));
  if (!sound.paused) oneAtATime.postMessage('plays');
  oneAtATime.addEventListener('message', () => sound.pause());
  sound.addEventListener('ended', () => {
    sound.currentTime = 0;
  });
  document.addEventListener('input', ({ target }) => {
    if (isOwnSlider(target)) place.go(Number(target.value));
  });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!isOwnSlider(target)) return;
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[key];
    if (key === ' ') findPlayer(target)?.querySelector<HTMLElement>('[data-preview]')?.click();
    else if (steps) seek(sound, place, place.at() + steps * STEP_SECONDS);
    else return;
    event.preventDefault();
  });
  return place;
}

const buttons = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-preview]')];

const findButtons = (preview: string | undefined): HTMLElement[] =>
  buttons().filter(({ dataset }) => dataset.preview === preview);

const findPlayer = (part: Element): HTMLElement | null => part.closest<HTMLElement>('.player');

const isOwnSlider = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement &&
  target.classList.contains('player-seek') &&
  findButtons(shown).some((button) => findPlayer(button)?.contains(target));

function seek({ duration }: HTMLAudioElement, place: SoundPlace, to: number): void {
  if (duration > 0) place.go(Math.max(0, Math.min(to, duration - 0.1)));
}

function show(sound: HTMLAudioElement, place: SoundPlace): void {
  const plays = !sound.paused && !hasFailed;
  const isLoading = plays && sound.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  // A redrawn list has new buttons.
  const shownIn = findButtons(shown);
  for (const button of shownIn) {
    const { dataset } = button;
    dataset.state = hasFailed ? 'failed' : isLoading ? 'loading' : plays ? 'playing' : 'paused';
    button.ariaLabel = `${plays ? 'Pause' : 'Play'} preview of ${songOf(button)}`;
    const player = findPlayer(button);
    if (player) showTime(sound.duration, place.at(), player);
  }
  tell(hasFailed ? 'The preview cannot be played. Try again.' : '', shownIn);
}

function showTime(duration: number, at: number, player: HTMLElement): void {
  const slider = player.querySelector<HTMLInputElement>('.player-seek');
  if (!slider) return;
  const whole = Number.isFinite(duration) ? duration : Number(slider.max);
  const shownAt = slowMotion.matches ? Math.floor(at) : at;
  const inWords = `${clockText(at)} of ${clockText(whole)}`;
  slider.hidden = false;
  slider.max = String(whole);
  slider.value = String(shownAt);
  slider.ariaValueText = inWords;
  player.style.setProperty('--played', `${(shownAt / whole) * 100}%`);
  const time = player.querySelector('.player-time');
  if (time) time.textContent = inWords;
}

function showAtRest(button: HTMLElement): void {
  delete button.dataset.state;
  button.ariaLabel = `Play preview of ${songOf(button)}`;
  findPlayer(button)?.style.removeProperty('--played');
}

/** Announces a text once; on a page without a player it adds a status line. */
function tell(text: string, shownIn: readonly HTMLElement[]): void {
  const [player] = shownIn.flatMap((button) => findPlayer(button) ?? []);
  const found = player?.querySelector('.player-status') ?? document.getElementById('heard');
  if (found && found.textContent === text) return;
  if (!found && text === '') return;
  const line = found ?? Object.assign(document.createElement('div'), { id: 'heard' });
  if (!found) {
    line.className = 'toast-region';
    line.role = 'status';
    document.body.append(line);
  }
  line.textContent = text;
}

/** Sets up lock screen and media keys (N-SND-06). */
function introduce(sound: HTMLAudioElement, button: HTMLElement, place: SoundPlace): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  const around = button.closest('article, .dat-page');
  // Cards are read each time, because a page has many.
  const { artist = around?.querySelector('.dat-card-names > p')?.textContent ?? '' } =
    button.dataset;
  const song = songOf(button);
  const picture = around?.querySelector('img')?.currentSrc;
  const artwork = picture ? [{ src: picture }] : [];
  mediaSession.metadata = new MediaMetadata({ title: `${song} (preview)`, artist, artwork });
  const next = (by: 1 | -1) => () => {
    const all = [...new Map(buttons().map((each) => [each.dataset.preview, each])).values()];
    all[all.findIndex(({ dataset }) => dataset.preview === shown) + by]?.click();
  };
  const actions: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void sound.play(),
    pause: () => sound.pause(),
    seekto: ({ seekTime = 0 }) => seek(sound, place, seekTime),
    seekforward: () => seek(sound, place, place.at() + STEP_SECONDS),
    seekbackward: () => seek(sound, place, place.at() - STEP_SECONDS),
    nexttrack: next(1),
    previoustrack: next(-1),
  };
  for (const [action, handler] of Object.entries(actions)) {
    mediaSession.setActionHandler(action as MediaSessionAction, handler);
  }
}
