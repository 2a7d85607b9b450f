import type { ApplicationInput } from '@datchain/shared/contracts/calls/application.ts';
import type { ReportRequest } from '@datchain/shared/contracts/report-request.ts';
import type { Tier } from '@datchain/shared/domain/config.ts';
import type { genres } from '@datchain/shared/domain/genres.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';

/**
 * The shape of the demo world: plain data in the glossary's words, no classes, JSON-safe.
 * Money is in whole cents (`…Cents`) or micros (`…Micros`, 1 USD = 1,000,000), shares in parts
 * per million (`sharePpm`), moments in epoch milliseconds (`…Ms`).
 *
 * This is what people do and when, not what comes of it: that is for the product to say, which is
 * called for each of them (`demo/seed`). Each list is in time order; `editions` is where the
 * market means to end.
 */

/** A stored genre (R-REL-13). */
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
  /** Only the four demo accounts are at `dats.test`; all others have no password. */
  email: string;
  city: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** Two-letter code for the US, otherwise empty. */
  state: string;
  joinedAtMs: number;
  /** The drawing that they have uploaded, in the folder of pictures. */
  avatarFile: string;
  /** What their page says of them; most have written nothing. */
  about?: string;
  links?: readonly string[];
}

/** Somebody follows an artist from a moment on. */
export interface DemoFollow {
  uid: string;
  artistUid: string;
  atMs: number;
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
  /** By which reports of streams call it, also where its releaser gave none. */
  isrc: string;
  /** What its releaser says of the recording. */
  facts: RecordingFacts;
  releasedAtMs: number;
  /** When an operator took it down; null for nearly all. */
  takenDownAtMs: number | null;
  artistFeatures: CreditTag[];
  producers: CreditTag[];
  songwriters: CreditTag[];
  recordLabels: CreditTag[];
  editions: DemoEdition[];
  /** True when every edition has left the creator. */
  isSoldOut: boolean;
  /** The drawing of 900 px that its artist has uploaded, in one format or another. */
  artworkFile: string;
}

/** An order of tokens, paid by card unless it came to another end. */
export interface DemoTokenPurchase {
  uid: string;
  blockCents: number;
  qty: number;
  atMs: number;
  /** Whose queued tokens these are; the platform's own without it. */
  seller?: string;
  end?: 'refund' | 'dispute' | 'unpaid';
}

/** What became of an order that someone had paid for, at Stripe. */
export interface DemoTakeBack {
  uid: string;
  how: 'refund' | 'dispute' | 'dispute-lost';
  atMs: number;
}

/** A sale of an edition, by its creator or by a later owner, at the price it is offered for. */
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

/** Tokens that someone queues for sale in the block of their asking price. */
export interface DemoTokenListing {
  sellerUid: string;
  blockCents: number;
  qty: number;
  atMs: number;
}

/** What the platform puts on sale in a block: what is to be left today, and all that was bought. */
export interface DemoTokenIssue {
  blockCents: number;
  qty: number;
  atMs: number;
}

/** A cash-out of all that someone may have paid out, down to whole ten dollars. */
export interface DemoPayout {
  uid: string;
  atMs: number;
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

/** What waits for an operator. */
export interface DemoDesk {
  readonly applications: readonly (ApplicationInput & {
    readonly uid: string;
    readonly atMs: number;
  })[];
  readonly reports: readonly (ReportRequest & { readonly atMs: number })[];
}

export interface DemoWorld {
  /** The day everything is anchored to, 00:00 UTC. Nothing happened later than this. */
  todayMs: number;
  artists: DemoPerson[];
  fans: DemoPerson[];
  /** uids that may release. */
  allowedUids: string[];
  operatorUids: string[];
  desk: DemoDesk;
  /** Newest first. */
  dats: DemoDat[];
  tokenIssues: DemoTokenIssue[];
  tokenPurchases: DemoTokenPurchase[];
  editionPurchases: DemoEditionPurchase[];
  editionListings: DemoEditionListing[];
  tokenListings: DemoTokenListing[];
  takeBacks: DemoTakeBack[];
  payouts: DemoPayout[];
  releaseSummaries: DemoReleaseSummary[];
}
