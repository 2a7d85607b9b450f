import { previewAddress } from '@datchain/shared/domain/preview-address.ts';
import { PlayButton } from '@datchain/shared/ui/play-button.tsx';
import { type PlayerView, wave } from '../views/dat/player-view.ts';

type PlayerProps = {
  player: PlayerView;
  /** The address of the folder of previews; only browsers without script need it. */
  previews?: string | undefined;
};

export function Player({ player, previews }: PlayerProps) {
  const { file, song, artist, seconds, length, part } = player;
  return (
    <div className="player">
      <PlayButton file={file} song={song} artist={artist} look="player" />
      <div className="player-wave">
        <svg
          viewBox={`0 0 ${wave.width} ${wave.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path id="wave" d={player.wave} />
          <use href="#wave" className="played" />
        </svg>
        <input
          type="range"
          className="player-seek"
          min={0}
          max={seconds}
          step={0.1}
          defaultValue={0}
          hidden
          aria-label="Position in the preview"
          aria-valuetext={`0:00 of ${length}`}
        />
      </div>
      <span className="player-time tabular">{length}</span>
      <p className="player-part small muted">{part}</p>
      <p className="player-status small" role="status" />
      {previews && (
        <noscript>
          <a href={previewAddress(previews, file)}>Preview of {song}</a>
        </noscript>
      )}
    </div>
  );
}
