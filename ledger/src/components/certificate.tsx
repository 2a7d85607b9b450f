import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { PlayButton } from '@datchain/shared/ui/play-button.tsx';
import { Seal } from '@datchain/shared/ui/seal.tsx';
import { encode } from 'uqr';
import type { CertificateView } from '../views/certificate/certificate-view.ts';

export function Certificate({ certificate }: { certificate: CertificateView }) {
  const { song, artist, art, facts, text } = certificate;
  return (
    <div className="certificate-page">
      <CertificateActions certificate={certificate} />
      <p className="certificate-proof small muted">
        <span role="status" id="proof-state">
          The proof shows that the public log has the line of this edition’s last sale.
        </span>{' '}
        <a href="/verify">Check a proof</a>
      </p>
      <article className="certificate" aria-labelledby="certificate-title">
        <div className="certificate-frame">
          <div className="certificate-work">
            {art ? (
              <img className="certificate-art" src={art} alt={`Artwork of ${song}`} />
            ) : (
              <div className="certificate-art" />
            )}
            <div className="certificate-words">
              <p className="certificate-kind">Edition certificate</p>
              <p className="certificate-number">
                <span className="certificate-n">{certificate.number}</span>
                {` of ${certificate.of}`}
              </p>
              <h1 className="certificate-title" id="certificate-title" dir="auto">
                {song}
              </h1>
              <p className="certificate-artist" dir="auto">
                {artist}
              </p>
            </div>
          </div>
          <dl className="certificate-facts">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className="certificate-foot">
            <p className="certificate-text">{text}</p>
            <Code address={certificate.address} />
            <Seal
              className="certificate-seal"
              datId={certificate.datId}
              edition={certificate.number}
            />
          </div>
        </div>
      </article>
    </div>
  );
}

/** The certificate's actions, which are not printed. */
function CertificateActions({ certificate }: { certificate: CertificateView }) {
  const { datHref, wholeSongHref, preview, song, artist } = certificate;
  return (
    <div className="actions certificate-actions">
      <button type="button" className={buttonClass({})} id="share-certificate">
        Share
      </button>
      <button
        type="button"
        className={buttonClass({ variant: 'secondary' })}
        id="print-certificate"
      >
        Print
      </button>
      <button type="button" className={buttonClass({ variant: 'secondary' })} id="save-certificate">
        Save as picture
      </button>
      <button type="button" className={buttonClass({ variant: 'secondary' })} id="save-proof">
        Download proof
      </button>
      <a className={buttonClass({ variant: 'secondary' })} href={datHref}>
        See the DAT
      </a>
      {preview && <PlayButton file={preview} song={song} artist={artist} look="player" />}
      {wholeSongHref && (
        <a className={buttonClass({ variant: 'plain' })} href={wholeSongHref}>
          Holders: hear the whole song
        </a>
      )}
    </div>
  );
}

/** The certificate's own address as a code: a printed sheet leads back to the latest owner. */
function Code({ address }: { address: string }) {
  const { data, size } = encode(address, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className="certificate-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`Code that opens ${address}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
