import type { ApplicationInput } from '@datchain/shared/contracts/calls/application.ts';
import type { ReportRequest } from '@datchain/shared/contracts/report-request.ts';
import type { Tier } from '@datchain/shared/domain/config.ts';
import type { genres } from '@datchain/shared/domain/genres.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';

/**
 * A stored genre (R-REL-13).
 *
 * The demo world in this file is JSON-safe data: what people do and when. Money is in whole cents
 * (`…Cents`) or micros (`…Micros`, 1 USD = 1,000,000), shares in ppm (`sharePpm`), moments in epoch
 * milliseconds (`…Ms`).
 *
 * The results are left to the product, which `demo/seed` calls for each event. Lists are in time order;
 * `editions` is the state the market aims at.
 */
export type Genre = (typeof genres)[number][0];

export interface DemoPerson {
  uid: string;
  accountType: 'Artist' | 'Fan';
  username: string;
  name: string;
  /** The stage name of an artist; '' for a fan. */
  artistName: string;
  /** The address; only the four demo accounts are at `dats.test`, and the others have no password. */
  email: string;
  city: string;
  /** The country, ISO 3166 alpha-2. */
  country: string;
  /** The two-letter state in the US, otherwise ''. */
  state: string;
  joinedAtMillis: number;
  avatarFile: string;
  about?: string;
  links?: readonly string[];
}

export interface DemoFollow {
  uid: string;
  artistUid: string;
  atMillis: number;
}

/** A credit. A `tag` with `@` is a username of this world, and `id` is their uid. */
export interface CreditTag {
  id: string;
  tag: string;
}

export interface DemoEdition {
  number: number;
  priceCents: number;
  sharePpm: number;
  ownerUid: string;
  /** True for unsold editions and for those listed by their holder. */
  isForSale: boolean;
  askPriceCents: number | null;
  /** The buyer from the creator, and the time; null while it is unsold. */
  buyerUid: string | null;
  soldAtMillis: number | null;
}

export interface DemoDat {
  id: string;
  contentId: string;
  songName: string;
  artistName: string;
  artistUid: string;
  artistUsername: string;
  tier: Tier;
  genre: Genre;
  /** The ISRC in reports of streams, even if the releaser stated none. */
  isrc: string;
  facts: RecordingFacts;
  releasedAtMillis: number;
  takenDownAtMillis: number | null;
  artistFeatures: CreditTag[];
  producers: CreditTag[];
  songwriters: CreditTag[];
  recordLabels: CreditTag[];
  editions: DemoEdition[];
  isSoldOut: boolean;
  artworkFile: string;
}

export interface DemoTokenPurchase {
  uid: string;
  blockCents: number;
  qty: number;
  atMillis: number;
  seller?: string;
  end?: 'refund' | 'dispute' | 'unpaid';
}

export interface DemoTakeBack {
  uid: string;
  how: 'refund' | 'dispute' | 'dispute-lost';
  atMillis: number;
}

export interface DemoEditionPurchase {
  uid: string;
  datId: string;
  editionNumber: number;
  priceCents: number;
  atMillis: number;
}

export interface DemoEditionListing {
  sellerUid: string;
  datId: string;
  editionNumber: number;
  askPriceCents: number;
  atMillis: number;
}

export interface DemoTokenListing {
  sellerUid: string;
  blockCents: number;
  qty: number;
  atMillis: number;
}

export interface DemoTokenIssue {
  blockCents: number;
  qty: number;
  atMillis: number;
}

/** A cash-out of the eligible amount, rounded down to ten dollars. */
export interface DemoPayout {
  uid: string;
  atMillis: number;
}

export type DemoReleaseSummary =
  | {
      SongName: string;
      albumName: string;
      ArtistName: string;
      contentId?: string;
      userId: string;
    }
  | { name: string; albumName: string; artistName: string; id?: string; artistId: string };

export interface DemoDesk {
  readonly applications: readonly (ApplicationInput & {
    readonly uid: string;
    readonly atMillis: number;
  })[];
  readonly reports: readonly (ReportRequest & { readonly atMillis: number })[];
}

export interface DemoWorld {
  /** The anchor of all moments, 00:00 UTC; nothing happens later. */
  todayMillis: number;
  artists: DemoPerson[];
  fans: DemoPerson[];
  allowedUids: string[];
  operatorUids: string[];
  desk: DemoDesk;
  /** The DATS, newest first. */
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
