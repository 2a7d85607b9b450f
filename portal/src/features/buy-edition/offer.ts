import { readLiveEdition } from '@datchain/shared/contracts/documents/dat-live.ts';
import { type Spendable, type Spent, spendFace } from '@datchain/shared/domain/books/lots.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatMicros } from '@datchain/shared/domain/format.ts';
import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { saleParts } from '@datchain/shared/domain/sale-parts.ts';
import { type Cents, centsToMicros } from '@datchain/shared/domain/units.ts';

/** An edition as it stands now. */
export interface Offer {
  readonly number: number;
  readonly priceCents: Cents;
  readonly isForSale: boolean;
  /** It has left its creator before: a part of the price is the creator's royalty. */
  readonly isResale: boolean;
  readonly ownerUsername: string;
}

/** The edition of a DAT, by its live values where there are some; undefined when there is none. */
export function offerOf(dat: Dat, number: number, live: unknown): Offer | undefined {
  const edition = dat.editions.find((each) => each.number === number);
  if (!edition) return undefined;
  const wasSold = !edition.isWithCreator;
  const { wasSold: isResale, ...now } = { wasSold, ...edition, ...readLiveEdition(live, number) };
  const { priceCents, isForSale, ownerUsername } = now;
  return { number, priceCents, isForSale, isResale, ownerUsername };
}

/** What the edition takes of somebody's tokens, as the server will take it. */
export const costOf = ({ priceCents }: Offer, from: Spendable): Spent | Refusal =>
  spendFace(from, centsToMicros(priceCents));

export const isEnough = (cost: Spent | Refusal): cost is Spent => !isRefusal(cost);

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
  rows.push(['Platform', platform], ['Reward pool, paid with the tokens', pool]);
  return rows.map(([who, micros]) => ({ who, amount: formatMicros(micros) }));
}
