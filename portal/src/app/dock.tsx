import { previewFile } from '@datchain/shared/domain/preview-address.ts';
import { CloseIcon } from '@datchain/shared/ui/icons.tsx';
import { PlayButton } from '@datchain/shared/ui/play-button.tsx';
import { songOf } from '@datchain/shared/ui/song-of.ts';
import { useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import './dock.css';

interface Playing {
  readonly file: string;
  readonly song: string;
  readonly artist: string;
}

type DockPlayerProps = { playing: Playing; onClose: () => void };

/** The player at the foot of every screen; closing it ends the sound. */
function DockPlayer({ playing, onClose }: DockPlayerProps) {
  const dock = useRef<HTMLElement>(null);
  const close = () => {
    const button = dock.current?.querySelector<HTMLElement>('[data-preview]');
    if (button && button.dataset.state !== 'paused' && button.dataset.state !== 'failed')
      button.click();
    onClose();
  };
  return (
    <section ref={dock} className="dock" aria-label="Now playing">
      <div className="player">
        <PlayButton {...playing} look="player" />
        <p className="dock-work">
          <strong dir="auto">{playing.song}</strong>
          <span className="small muted" dir="auto">
            {playing.artist}
          </span>
        </p>
        <input
          type="range"
          className="player-seek"
          min={0}
          max={30}
          step={0.1}
          defaultValue={0}
          hidden
          aria-label="Position in the preview"
        />
        <span className="player-time tabular" />
        <button type="button" className="icon-button" aria-label="Close the player" onClick={close}>
          <CloseIcon />
        </button>
        <p className="player-status small" role="status" />
      </div>
    </section>
  );
}

let root: Root | undefined;

/**
 * Shows what was just pressed at the foot of the page, beside the screens: they come and go, and it
 * stays (N-SND-05). The sound itself belongs to press-to-play.ts; its player shows in every button of a
 * preview how far it is.
 */
export function showInDock(button: HTMLElement): void {
  if (!root) {
    const place = document.createElement('div');
    document.body.append(place);
    root = createRoot(place);
  }
  const { preview = '', artist = '' } = button.dataset;
  const playing = { file: previewFile(preview) ?? '', song: songOf(button), artist };
  const close = () => root?.render(null);
  root.render(<DockPlayer key={preview} playing={playing} onClose={close} />);
}
