import './buy.css';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { PreviewButton } from '../../app/preview-button.tsx';

export function Work({ dat, line }: { dat: Dat; line: string }) {
  return (
    <div className="buy-work">
      {dat.artworkUrl && <img src={dat.artworkUrl} alt="" width={72} height={72} />}
      <p>
        <strong dir="auto">{dat.songName}</strong>
        <span dir="auto">{dat.artistName}</span>
        <span className="small muted">{line}</span>
      </p>
      <PreviewButton dat={dat} look="player" />
    </div>
  );
}
