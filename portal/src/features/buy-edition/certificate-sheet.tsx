import { formatStreamShare } from '@datchain/shared/domain/share-words.ts';
import './certificate-sheet.css';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatPerson } from '@datchain/shared/domain/format.ts';
import { Seal } from '@datchain/shared/ui/seal.tsx';
import type { Offer } from './offer.ts';

export function CertificateSheet({ dat, offer }: { dat: Dat; offer: Offer }) {
  const facts = [
    { label: 'Held by', value: formatPerson(offer.ownerUsername) },
    { label: 'Royalty share', value: formatStreamShare(offer.sharePpm) },
    { label: 'Tier', value: dat.tier },
  ];
  return (
    <div className="certificate-sheet always-light">
      <div className="certificate-sheet-frame">
        <p>Edition certificate</p>
        <p className="certificate-sheet-number">
          <span>{offer.number}</span>
          {` of ${dat.editions.length}`}
        </p>
        <p className="certificate-sheet-title" dir="auto">
          {dat.songName}
        </p>
        <p dir="auto">{dat.artistName}</p>
        <dl>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Seal className="certificate-sheet-seal" datId={dat.id} edition={offer.number} />
      </div>
    </div>
  );
}
