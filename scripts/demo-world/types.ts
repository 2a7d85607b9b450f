import type { Tier } from '@datchain/shared/domain/config.ts';
import type { genres } from '@datchain/shared/domain/genres.ts';

/**
 * The shape of the demo world: plain data in the glossary's words, no classes, JSON-safe.
 * Money is in whole cents (`…Cents`) or micros (`…Micros`, 1 USD = 1,000,000), shares in parts
 * per million (`sharePpm`), moments in epoch milliseconds (`…Ms`).
 *
 * What happened is told by `tokenPurchases`, `editionPurchases`, `editionListings` and
 * `tokenListings`. Each list is in time order; `timelineOf(world)` merges them. Everything else
 * (`editions`, `lots`, `tokenBlocks`) is the state that replaying them from the opening ends in.
 */

export type Platform = 'spotify' | 'apple_music' | 'amazon_music';

/** A stored genre value of SPEC §9. */
export type Genre = (typeof genres)[number][0];

export interface DemoPerson {
  uid: string;
  accountType: 'Artist' | 'Fan';
  /** Lower case, letters and digits only. */
  username: string;
  /** The person's or the act's name as people write it. */
  name: string;
  /** The stage name of an Artist; empty for a Fan. */
  artistName: string;
  /** Only the four demo accounts are at `dats.test`; nobody else can sign in. */
  email: string;
  city: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** Two-letter code for the US, otherwise empty. */
  state: string;
  joinedAtMs: number;
  /** Path under the artwork folder, e.g. `avatars/adaokonjo.webp`. */
  avatarFile: string;
}

/** One credit line. A `tag` with `@` names a username of this world, and `id` is then their uid. */
export interface CreditTag {
  id: string;
  tag: string;
}

export interface DemoEdition {
  /** 1 to 20. */
  number: number;
  /** The edition's own price. */
  priceCents: number;
  sharePpm: number;
  /** The creator while unsold, afterwards the buyer. */
  ownerUid: string;
  /** True for unsold editions and for editions listed again by their holder. */
  isForSale: boolean;
  /** What a buyer pays; null when not for sale. */
  askPriceCents: number | null;
  /** Who bought it from the creator, and when; null while unsold. */
  buyerUid: string | null;
  soldAtMs: number | null;
}

export interface DemoDat {
  /** `dat-` and the title in kebab case. */
  id: string;
  contentId: string;
  songName: string;
  artistName: string;
  artistUid: string;
  artistUsername: string;
  tier: Tier;
  genre: Genre;
  isrc: string;
  releasedAtMs: number;
  artistFeatures: CreditTag[];
  producers: CreditTag[];
  songwriters: CreditTag[];
  recordLabels: CreditTag[];
  editions: DemoEdition[];
  /** True when every edition has left the creator. */
  isSoldOut: boolean;
  /** Paths under the artwork folder, 900 px and 450 px square. */
  artworkFile: string;
  artworkSmallFile: string;
}

/** A settled card purchase of platform-issued tokens. Face value = qty × blockCents. */
export interface DemoTokenPurchase {
  uid: string;
  blockCents: number;
  qty: number;
  atMs: number;
}

/** A primary sale: the buyer pays the edition's own price with tokens, oldest lot first. */
export interface DemoEditionPurchase {
  uid: string;
  datId: string;
  editionNumber: number;
  priceCents: number;
  atMs: number;
}

/** A holder's resale listing of an edition of a sold-out DAT. */
export interface DemoEditionListing {
  sellerUid: string;
  datId: string;
  editionNumber: number;
  askPriceCents: number;
  atMs: number;
}

/** Tokens queued for sale in the block of their asking price. They have left the seller's lots. */
export interface DemoTokenListing {
  id: string;
  sellerUid: string;
  sellerUsername: string;
  blockCents: number;
  qty: number;
  faceMicros: number;
  atMs: number;
}

export interface DemoTokenBlock {
  /** The block's id and its price. */
  cents: number;
  /** Tokens the platform ever put in this block: remaining + all purchases from it. */
  platformMintedQty: number;
  platformRemaining: number;
  /** Sum of the listings queued in this block. Available = platformRemaining + sellQty. */
  sellQty: number;
}

/** What a wallet still holds of one block. */
export interface DemoLot {
  uid: string;
  blockCents: number;
  qty: number;
  faceMicros: number;
}

export interface DemoRewards {
  circulating: number;
  /** All issued reward tokens, all of them in `wallets`. */
  issuedToUsers: number;
  wallets: { uid: string; qty: number }[];
  /** The pool before the first purchase of this world; every purchase adds 10% of its cents. */
  openingPoolCents: number;
  /** The pool after all purchases of this world. */
  poolCents: number;
}

/** An existing catalogue item, in both spellings that the stored list knows. */
export type DemoReleaseSummary =
  | {
      SongName: string;
      albumName: string;
      ArtistName: string;
      contentId?: string;
      userId: string;
    }
  | { name: string; albumName: string; artistName: string; id?: string; artistId: string };

export interface DemoWorld {
  /** The day everything is anchored to, 00:00 UTC. Nothing happened later than this. */
  todayMs: number;
  artists: DemoPerson[];
  fans: DemoPerson[];
  /** uids that may release. */
  allowedUids: string[];
  /** Newest first. */
  dats: DemoDat[];
  tokenBlocks: DemoTokenBlock[];
  tokenPurchases: DemoTokenPurchase[];
  editionPurchases: DemoEditionPurchase[];
  editionListings: DemoEditionListing[];
  tokenListings: DemoTokenListing[];
  lots: DemoLot[];
  rewards: DemoRewards;
  releaseSummaries: DemoReleaseSummary[];
}
