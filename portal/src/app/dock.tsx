import { CloseIcon } from '@datchain/shared/ui/icons.tsx';
import { PlayButton } from '@datchain/shared/ui/play-button.tsx';
import { useEffect, useRef, useState } from 'react';
import './dock.css';

interface Playing {
  readonly file: string;
  readonly song: string;
  readonly artist: string;
}

/**
 * What was started on one screen goes on from screen to screen, and is steered here (N-SND-05). The
 * sound itself belongs to press-to-play.ts; its player shows in every button of a preview how far it is.
 */
export function Dock() {
  const [playing, setPlaying] = useState<Playing>();
  useEffect(() => {
    const follow = ({ target }: MouseEvent) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-preview]');
      if (!button) return;
      const { preview: file = '', song = '', artist = '' } = button.dataset;
      setPlaying((now) => (now?.file === file ? now : { file, song, artist }));
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
  if (!playing) return null;
  return <DockPlayer key={playing.file} playing={playing} onClose={() => setPlaying(undefined)} />;
}

function DockPlayer({ playing, onClose }: { playing: Playing; onClose: () => void }) {
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
