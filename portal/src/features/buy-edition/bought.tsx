import { readSpendable } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { sumOfLots } from '@datchain/shared/domain/books/lots.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { type Dat, heldEditions } from '@datchain/shared/domain/dats.ts';
import {
  formatCents,
  formatCount,
  formatMicros,
  formatPerson,
  formatShare,
} from '@datchain/shared/domain/format.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { logPath } from '../../app/log-link.tsx';
import { Share } from '../../app/share.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useDocument } from '../../lib/data/use-document.ts';
import type { Live } from '../../lib/data/use-watched.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { receiptPath } from '../../lib/text/receipt-path.ts';
import { CertificateSheet } from './certificate-sheet.tsx';
import type { Offer } from './offer.ts';
import { useSaleLine } from './sale-line.ts';

export interface PaidEdition {
  readonly tokens: number;
  readonly priceCents: Cents;
  readonly entryId: string | undefined;
  readonly card: { readonly totalCents: Cents; readonly qty: number } | undefined;
}

type BoughtProps = {
  dat: Dat;
  offer: Offer;
  purchase: PaidEdition;
};

const certificatePath = (dat: Dat, number: number): string =>
  `/certificate/${encodeURIComponent(dat.id)}?edition=${number}`;

/** Shows a new owner the certificate, the sums, and the next steps (N-BUY-09). */
export function Bought({ dat, offer, purchase }: BoughtProps) {
  const uid = uidOf(useSession());
  const wallet = useDocument(uid && docs.wallet(uid), readSpendable);
  const certificate = certificatePath(dat, offer.number);
  return (
    <div className="form-page bought">
      <div>
        <FactList facts={[...paidFacts(purchase), ...leftFacts(wallet)]} />
        <div className="actions bought-actions">
          <SiteLink className={buttonClass()} href={`/wallet/dat/${encodeURIComponent(dat.id)}`}>
            See it in your wallet
          </SiteLink>
          <a className={buttonClass({ variant: 'secondary' })} href={certificate}>
            Certificate
          </a>
          {purchase.entryId && (
            <SiteLink
              className={buttonClass({ variant: 'secondary' })}
              href={receiptPath(purchase.entryId)}
            >
              Receipt
            </SiteLink>
          )}
        </div>
        <Share path={certificate} title={`DAT #${offer.number} of ${dat.songName}`} />
        <Next dat={dat} offer={offer} />
      </div>
      <aside aria-label="Certificate">
        <CertificateSheet dat={dat} offer={offer} />
        <p className="small muted">
          The certificate has its own page. Share it, or print it on A4.
        </p>
      </aside>
    </div>
  );
}

export function BoughtLead({ dat, offer, entryId }: Omit<BoughtProps, 'purchase'> & LoggedSale) {
  const seq = useSaleLine(dat.id, entryId);
  const edition = `Edition ${offer.number} of ${dat.editions.length}`;
  return (
    <span role="status">
      {seq === undefined ? (
        `${edition}. The public log shows it in a few minutes.`
      ) : (
        <>
          {`${edition}, entered in the public log as `}
          <a href={logPath([seq])}>{`line ${seq}`}</a>.
        </>
      )}
    </span>
  );
}

type LoggedSale = { entryId: string | undefined };

function paidFacts({ card, tokens, priceCents }: PaidEdition): Fact[] {
  return [
    ...(card ? [{ label: 'Paid by card', value: formatCents(card.totalCents) }] : []),
    {
      label: 'Tokens',
      value: card
        ? `${formatCount(card.qty)} bought, ${formatCount(tokens)} spent`
        : `${formatCount(tokens)} spent`,
    },
    { label: 'Price', value: formatCents(priceCents) },
  ];
}

function leftFacts(wallet: Live<ReturnType<typeof readSpendable>>): Fact[] {
  if (wallet.state !== 'ready') return [];
  const { faceMicros } = sumOfLots(wallet.value.lots);
  const left = faceMicros + wallet.value.changeMicros;
  return left > 0 ? [{ label: 'Left in your wallet', value: formatMicros(left) }] : [];
}

interface Step {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string };
}

function nextSteps(dat: Dat, { ownerUsername }: Offer): Step[] {
  const all = dat.editions.length;
  const sold = heldEditions(dat).length;
  const isSoldOut = sold >= all;
  return [
    {
      title: 'Earnings count from today',
      text: 'Streams show in your wallet about two days later.',
      link: { href: '/wallet', text: 'Earnings' },
    },
    {
      title: isSoldOut ? 'You can resell it' : `You can resell it once all ${all} are sold`,
      text: `${sold} of ${all} ${sold === 1 ? 'is' : 'are'} sold. You get ${formatShare(rates.editionResale.sellerPpm)} of the price you ask.`,
      link: { href: `/wallet/dat/${encodeURIComponent(dat.id)}`, text: 'Your edition' },
    },
    {
      title: `Others see you as ${formatPerson(ownerUsername)}`,
      text:
        ownerUsername === ''
          ? 'Lists of owners and the certificate do not name you. You can show your name.'
          : 'In this work’s list of owners and on the certificate. You can hide your name.',
      link: { href: '/account', text: 'Change' },
    },
  ];
}

function Next({ dat, offer }: Omit<BoughtProps, 'purchase'>) {
  return (
    <section className="section" aria-labelledby="next-title">
      <h2 className="h2" id="next-title">
        What comes next
      </h2>
      <ul className="next-steps">
        {nextSteps(dat, offer).map(({ title, text, link }) => (
          <li key={title}>
            <p>
              {title}
              <span className="small muted">{text}</span>
            </p>
            <SiteLink
              className={buttonClass({ variant: 'secondary', small: true })}
              href={link.href}
            >
              {link.text}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
