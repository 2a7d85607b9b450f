import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { CertificatesView } from '../views/certificate/certificates-view.ts';
import { DatArt } from './dat-art.tsx';
import { Player } from './player.tsx';
import { TakenDownNotice } from './taken-down-notice.tsx';

interface CertificatesProps {
  certificates: CertificatesView;
  /** The address asks for an edition that the work does not have. */
  isUnknown?: boolean;
}

export function Certificates({ certificates, isUnknown = false }: CertificatesProps) {
  const { song, artist, art, player, takenDown, editions } = certificates;
  return (
    <div className="dat-page">
      <div className="dat-page-work">
        <DatArt art={art} song={song} />
        {player && <Player player={player} />}
      </div>
      <div className="dat-page-text">
        <p className="muted">Edition certificates</p>
        <h1 className="h1" dir="auto">
          {song}
        </h1>
        <p className="artist" dir="auto">
          {artist}
        </p>
        {takenDown && <TakenDownNotice text={takenDown} />}
        {isUnknown && (
          <p className="notice notice-alert dat-page-notice" role="alert">
            There is no such edition of this work.
          </p>
        )}
        <p className="certificates-reading">Reading the ledger …</p>
        <div className="certificates-choice">
          <p>Each edition has a certificate. It names the holder in the ledger when you open it.</p>
          <ul className="certificates-list">
            {editions.map(({ number, href }) => (
              <li key={number}>
                <a href={href} aria-label={`Certificate of edition ${number}`}>{`#${number}`}</a>
              </li>
            ))}
          </ul>
        </div>
        <div className="actions">
          <a className={buttonClass({ variant: 'secondary' })} href={certificates.datHref}>
            See the DAT
          </a>
          {certificates.wholeSongHref && (
            <a className={buttonClass({ variant: 'plain' })} href={certificates.wholeSongHref}>
              Holders: hear the whole song
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
