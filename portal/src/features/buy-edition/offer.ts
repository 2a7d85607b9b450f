import {
  readLiveEdition,
  readLiveTakedown,
  withLive,
} from '@datchain/shared/contracts/documents/dat-live.ts';
import { type Dat, firstForSale, heldEditions } from '@datchain/shared/domain/dats.ts';
import { formatMicros } from '@datchain/shared/domain/format.ts';
import { saleParts } from '@datchain/shared/domain/sale-parts.ts';
import { formatStreamShare, WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import type { Cents, SharePpm } from '@datchain/shared/domain/units.ts';

/** An edition as it stands now. */
export interface Offer {
  readonly number: number;
  readonly priceCents: Cents;
  readonly isForSale: boolean;
  /** It has left its creator before: a part of the price is the creator's royalty. */
  readonly isResale: boolean;
  readonly ownerUsername: string;
  readonly sharePpm: SharePpm;
}

/**
 * The DAT with its editions as they are now; those that have no live values stay as they were.
 * Nothing of it is for sale once it is taken down (N-FST-04).
 */
export function datNow(dat: Dat, live: unknown): Dat {
  const takenDown = readLiveTakedown(live) ?? dat.takenDown;
  return { ...dat, editions: withLive(dat.editions, live), ...(takenDown && { takenDown }) };
}

/** The edition of a DAT, by its live values where there are some; undefined when there is none. */
export function offerOf(dat: Dat, number: number, live: unknown): Offer | undefined {
  const edition = dat.editions.find((each) => each.number === number);
  if (!edition) return undefined;
  const wasSold = !edition.isWithCreator;
  const { wasSold: isResale, ...now } = { wasSold, ...edition, ...readLiveEdition(live, number) };
  const { priceCents, isForSale, ownerUsername, sharePpm } = now;
  return { number, priceCents, isForSale, isResale, ownerUsername, sharePpm };
}

/** What else there is of the DAT: the cheapest other edition, then the lowest number. */
export const otherOffer = (
  dat: Dat,
  number: number,
): Pick<Offer, 'number' | 'priceCents'> | undefined =>
  firstForSale({ ...dat, editions: dat.editions.filter((each) => each.number !== number) });

/** Where an edition is bought. */
export const buyPath = (datId: string, number: number): string =>
  `/buy/${encodeURIComponent(datId)}/${number}`;

/** 'Edition 4 of 20. Its share: 2.5% of the 5% we pay on streams', and who pays it. */
export const editionLine = (
  dat: Dat,
  { number, sharePpm }: Pick<Offer, 'number' | 'sharePpm'>,
): string =>
  `Edition ${number} of ${dat.editions.length}. Its share: ${formatStreamShare(sharePpm)} we pay on streams: ${WHO_PAYS}`;

/** When the buyer of the edition can sell it again (N-BUY-08). */
export function resaleText(dat: Dat, { isResale }: Pick<Offer, 'isResale'>): string {
  const all = dat.editions.length;
  const sold = heldEditions(dat).length;
  if (sold >= all) return `All ${all} are sold, so you can resell it straight away.`;
  if (sold === all - 1 && !isResale)
    return `It is the last of ${all}, so you can resell it straight away.`;
  return `You can resell it once all ${all} are sold; ${sold} ${sold === 1 ? 'is' : 'are'} so far.`;
}

export interface PartRow {
  readonly who: string;
  readonly amount: string;
}

/** Who gets what of the price, in words. */
export function partRows(dat: Dat, offer: Offer): PartRow[] {
  const { seller, creator, platform, pool } = saleParts(offer.priceCents, offer.isResale);
  const named = (role: string, username: string) => (username ? `${role}, @${username}` : role);
  const rows: [string, number][] = offer.isResale
    ? [
        [named('Seller', offer.ownerUsername), seller],
        [named('Creator', dat.creatorUsername), creator],
      ]
    : [[named('Creator', dat.creatorUsername), seller]];
  rows.push(['Platform', platform], ['Reward pool', pool]);
  return rows.map(([who, micros]) => ({ who, amount: formatMicros(micros) }));
}
