import type { Availability } from '@datchain/shared/domain/availability.ts';
import {
  availableSharePpm,
  type Dat,
  type Edition,
  editionsForSale,
  firstForSale,
  heldEditions,
  listAvailability,
  lowestPriceCents,
} from '@datchain/shared/domain/dats.ts';
import { formatCents, formatPerson, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import type { StatusKind } from '@datchain/shared/ui/status.tsx';
import { buyHref, certificateHref, profileLink, tellHref } from '../page/addresses.ts';
import { pictureUrl } from '../page/picture-url.ts';

/** The facts of a DAT's page that change while it is open. */
export interface LiveFacts extends Pick<Dat, 'id' | 'editions' | 'takenDown'> {
  /** The last price paid, by edition number. */
  readonly lastPaid: Readonly<Record<number, Cents>>;
}

export interface EditionRow {
  readonly number: number;
  /** 'DAT #7 - $100.00' */
  readonly text: string;
  /** '2.5% royalty', or 'SOLD'. */
  readonly offer: string;
  readonly isForSale: boolean;
  readonly price: string;
  readonly share: string;
  readonly owner: string;
  readonly ownerHref: string | undefined;
  readonly status: StatusKind;
  readonly lastPaid: string;
  readonly certificateHref: string;
  readonly buyHref: string | undefined;
}

export interface FirstOffer {
  readonly number: number;
  readonly price: string;
  readonly seller: string | undefined;
  readonly href: string;
}

export interface HolderRow {
  readonly number: number;
  readonly username: string;
  readonly href?: string | undefined;
  readonly picture: string | undefined;
  /** Edition number and royalty percent: '7, 1.125%'. */
  readonly holding: string;
}

/** Everything on a DAT's page that follows its editions (R-VIEW-05, R-VIEW-06). */
export interface EditionsView {
  /** '16 of 20 for sale, from $25.00', or 'None of 20 for sale'. */
  readonly forSale: string;
  /** '40%' */
  readonly available: string;
  readonly marks: readonly Availability[];
  readonly buyHref: (number: number) => string;
  readonly first: FirstOffer | undefined;
  /** The link to wish for one (N-PPL-13). */
  readonly tellHref: string;
  readonly rows: readonly EditionRow[];
  readonly holders: readonly HolderRow[];
}

function statusOf({ isWithCreator }: Edition, isForSale: boolean): StatusKind {
  if (isForSale) return isWithCreator ? 'forSale' : 'resale';
  return isWithCreator ? 'notListed' : 'sold';
}

function editionRow(facts: LiveFacts, edition: Edition, isForSale: boolean): EditionRow {
  const { number } = edition;
  const [price, share] = [formatCents(edition.priceCents), formatShare(edition.sharePpm)];
  const status = statusOf(edition, isForSale);
  // A sold edition without an offer shows the price that was paid.
  const lastPaid = facts.lastPaid[number] ?? (status === 'sold' ? edition.priceCents : undefined);
  return {
    number,
    text: `DAT #${number} - ${price}`,
    offer: isForSale ? `${share} royalty` : 'SOLD',
    isForSale,
    price,
    share,
    owner: formatPerson(edition.ownerUsername),
    ownerHref: profileLink(edition.ownerUsername),
    status,
    lastPaid: lastPaid === undefined ? UNKNOWN : formatCents(lastPaid),
    certificateHref: certificateHref(facts.id, number),
    buyHref: isForSale ? buyHref(facts.id, number) : undefined,
  };
}

const holderRow = ({ number, sharePpm, ownerUsername, ownerImageUrl }: Edition): HolderRow => ({
  number,
  username: formatPerson(ownerUsername),
  href: profileLink(ownerUsername),
  picture: pictureUrl(ownerImageUrl),
  holding: `${number}, ${formatShare(sharePpm)}`,
});

function forSaleText(facts: LiveFacts): string {
  const cents = lowestPriceCents(facts);
  const total = facts.editions.length;
  return cents === undefined
    ? `None of ${total} for sale`
    : `${editionsForSale(facts).length} of ${total} for sale, from ${formatCents(cents)}`;
}

function firstOffer(facts: LiveFacts): FirstOffer | undefined {
  const edition = firstForSale(facts);
  return (
    edition && {
      number: edition.number,
      price: formatCents(edition.priceCents),
      seller: edition.isWithCreator ? undefined : formatPerson(edition.ownerUsername),
      href: buyHref(facts.id, edition.number),
    }
  );
}

export function editionsView(facts: LiveFacts): EditionsView {
  const forSale = new Set(editionsForSale(facts));
  return {
    forSale: forSaleText(facts),
    available: formatShare(availableSharePpm(facts)),
    marks: listAvailability(facts),
    buyHref: (number) => buyHref(facts.id, number),
    first: firstOffer(facts),
    tellHref: tellHref(facts.id),
    rows: facts.editions.map((edition) => editionRow(facts, edition, forSale.has(edition))),
    holders: heldEditions(facts).map(holderRow),
  };
}
