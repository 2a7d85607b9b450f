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

export interface Offer {
  readonly number: number;
  readonly priceCents: Cents;
  readonly isForSale: boolean;
  readonly isResale: boolean;
  readonly ownerUsername: string;
  readonly sharePpm: SharePpm;
}

/**
 * Applies live values to the editions of a DAT; editions without live values stay unchanged.
 * A takedown ends every sale of the DAT (N-FST-04).
 */
export function datNow(dat: Dat, live: unknown): Dat {
  const takenDown = readLiveTakedown(live) ?? dat.takenDown;
  return { ...dat, editions: withLive(dat.editions, live), ...(takenDown && { takenDown }) };
}

export function findOffer(dat: Dat, number: number, live: unknown): Offer | undefined {
  const edition = dat.editions.find((each) => each.number === number);
  if (!edition) return undefined;
  const wasSold = !edition.isWithCreator;
  const { wasSold: isResale, ...now } = { wasSold, ...edition, ...readLiveEdition(live, number) };
  const { priceCents, isForSale, ownerUsername, sharePpm } = now;
  return { number, priceCents, isForSale, isResale, ownerUsername, sharePpm };
}

/** Finds the cheapest other edition of the DAT; the lowest number wins a tie. */
export const otherOffer = (
  dat: Dat,
  number: number,
): Pick<Offer, 'number' | 'priceCents'> | undefined =>
  firstForSale({ ...dat, editions: dat.editions.filter((each) => each.number !== number) });

export const buyPath = (datId: string, number: number): string =>
  `/buy/${encodeURIComponent(datId)}/${number}`;

export const editionLine = (
  dat: Dat,
  { number, sharePpm }: Pick<Offer, 'number' | 'sharePpm'>,
): string =>
  `Edition ${number} of ${dat.editions.length}. It gets ${formatStreamShare(sharePpm)} paid on streams: ${WHO_PAYS}`;

/** Tells the buyer when they can sell the edition again (N-BUY-08). */
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
