import { previewName } from '../domain/preview-address.ts';

type PlayButtonProps = {
  file: string;
  song: string;
  /** The artist; cards leave it out, because they name the artist. */
  artist?: string;
  /** `player` beside the waveform; `corner` on a card's artwork. */
  look: 'player' | 'corner';
};

/**
 * A button that plays and pauses a preview. Pages listen for its press (press-to-play.ts), and the player
 * updates it. Without script it is hidden.
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

export function PlayIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path className="start" d="M4 2v12l9-6z" />
      <path className="pause" d="M4 2h3v12H4zm5 0h3v12H9z" />
    </svg>
  );
}
