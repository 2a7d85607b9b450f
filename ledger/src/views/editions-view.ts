import {
  availableSharePpm,
  type Dat,
  type Edition,
  heldEditions,
  isFree,
} from '@datchain/shared/domain/dats.ts';
import { formatCents, formatPerson, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import type { Cents } from '@datchain/shared/domain/units.ts';
import type { StatusKind } from '@datchain/shared/ui/status.tsx';
import { certificateHref } from './addresses.ts';
import { pictureUrl } from './picture-url.ts';

/** What of a DAT's page changes while it is looked at: its editions, and what each last cost. */
export interface LiveFacts extends Pick<Dat, 'id' | 'editions' | 'takenDown'> {
  /** What was last paid for an edition, by number, as far as it is known. */
  readonly lastPaid: Readonly<Record<number, Cents>>;
}

/** An edition as Collection lists it and as the table of editions does. */
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
  readonly status: StatusKind;
  readonly lastPaid: string;
  readonly certificateHref: string;
}

export interface HolderRow {
  readonly number: number;
  readonly username: string;
  readonly picture: string | undefined;
  /** Edition number and royalty percent: '7, 1.125%'. */
  readonly holding: string;
}

/** Everything on a DAT's page that follows its editions (SPEC §2, DAT detail). */
export interface EditionsView {
  readonly available: string;
  readonly freeText: string;
  readonly free: readonly boolean[];
  readonly rows: readonly EditionRow[];
  readonly holders: readonly HolderRow[];
}

function statusOf({ isWithCreator, isForSale }: Edition): StatusKind {
  if (isForSale) return 'forSale';
  return isWithCreator ? 'notListed' : 'sold';
}

function editionRow(facts: LiveFacts, edition: Edition): EditionRow {
  const { number, isForSale } = edition;
  const [price, share] = [formatCents(edition.priceCents), formatShare(edition.sharePpm)];
  const status = statusOf(edition);
  // What is sold and not offered has no other price than the one that was paid.
  const lastPaid = facts.lastPaid[number] ?? (status === 'sold' ? edition.priceCents : undefined);
  return {
    number,
    text: `DAT #${number} - ${price}`,
    offer: isForSale ? `${share} royalty` : 'SOLD',
    isForSale,
    price,
    share,
    owner: formatPerson(edition.ownerUsername),
    status,
    lastPaid: lastPaid === undefined ? UNKNOWN : formatCents(lastPaid),
    certificateHref: certificateHref(facts.id, number),
  };
}

const holderRow = ({ number, sharePpm, ownerUsername, ownerImageUrl }: Edition): HolderRow => ({
  number,
  username: formatPerson(ownerUsername),
  picture: pictureUrl(ownerImageUrl),
  holding: `${number}, ${formatShare(sharePpm)}`,
});

/** Offers wait while a DAT is taken down: nobody can take them. */
const withoutOffers = (facts: LiveFacts): LiveFacts => ({
  ...facts,
  editions: facts.editions.map((edition) => ({ ...edition, isForSale: false })),
});

/** The one view of a DAT's editions: of the build, and of every change after it. */
export function editionsView(known: LiveFacts): EditionsView {
  const facts = known.takenDown ? withoutOffers(known) : known;
  const free = facts.editions.map(isFree);
  return {
    available: formatShare(availableSharePpm(facts)),
    freeText: `${free.filter(Boolean).length} of ${free.length}`,
    free,
    rows: facts.editions.map((edition) => editionRow(facts, edition)),
    holders: heldEditions(facts).map(holderRow),
  };
}
