import { previewName } from '../domain/preview-address.ts';

type PlayButtonProps = {
  /** Of the preview. */
  file: string;
  song: string;
  /** Left out on cards, which name the artist. */
  artist?: string;
  /** `player` stands beside the outline of the sound; `corner` is cut into a sleeve. */
  look: 'player' | 'corner';
};

/**
 * Plays and pauses a preview. It does not handle sound: pages listen for its press
 * (press-to-play.ts), and the player decides what it shows. Without script it is hidden.
 */
export function PlayButton({ file, song, artist, look }: PlayButtonProps) {
  return (
    <button
      type="button"
      className={`play play-${look}`}
      data-preview={previewName(file)}
      data-artist={artist}
      aria-label={`Play preview of ${song}`}
    >
      <PlayIcon />
    </button>
  );
}

/** Play, and pause while the button around it is playing or loading. */
export function PlayIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path className="start" d="M4 2v12l9-6z" />
      <path className="pause" d="M4 2h3v12H4zm5 0h3v12H9z" />
    </svg>
  );
}
