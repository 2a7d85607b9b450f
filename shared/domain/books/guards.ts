import type { TokenBlock } from '../blocks.ts';
import type { Stored } from '../stored.ts';
import type { UsdMicros } from '../units.ts';
import type {
  blockStockSchema,
  booksSchema,
  creatorPartSchema,
  datGuardSchema,
  datTotalsSchema,
  earnedDaySchema,
  editionStateSchema,
  endedUnpaidSchema,
  holdingSchema,
  holdingsGuardSchema,
  lossSchema,
  missedSchema,
  openListingSchema,
  openOrderSchema,
  queueEntrySchema,
  queueLineSchema,
  streamedLineSchema,
  supplyGuardSchema,
  takenDownSchema,
  userGuardSchema,
  workHoldingsSchema,
  workSumsSchema,
  worksPageSchema,
} from './guard-schemas.ts';
import type { lotSchema, wantedEditionSchema } from './order-schema.ts';

/**
 * The documents that decide whether an operation may happen: balances, stock, open intents. Each is one whole
 * document, so that decisions need no query. `guard-schemas.ts` documents the fields.
 */

export type Lot = Stored<typeof lotSchema>;
export type OpenListing = Stored<typeof openListingSchema>;
export type Missed = Stored<typeof missedSchema>;
export type EarnedDay = Stored<typeof earnedDaySchema>;
export type WantedEdition = Stored<typeof wantedEditionSchema>;
export type OpenOrder = Stored<typeof openOrderSchema>;
export type EndedUnpaid = Stored<typeof endedUnpaidSchema>;
export type UserGuard = Stored<typeof userGuardSchema>;
export type Holding = Stored<typeof holdingSchema>;
export type CreatorPart = Stored<typeof creatorPartSchema>;
export type HoldingsGuard = Stored<typeof holdingsGuardSchema>;
export type WorkHoldings = Stored<typeof workHoldingsSchema>;
export type StreamedLine = Stored<typeof streamedLineSchema>;
export type WorksPage = Stored<typeof worksPageSchema>;
export type WorkSums = Stored<typeof workSumsSchema>;
export type EditionState = Stored<typeof editionStateSchema>;
export type TakenDown = Stored<typeof takenDownSchema>;
export type DatGuard = Stored<typeof datGuardSchema>;
export type QueueEntry = Stored<typeof queueEntrySchema>;
export type QueueLine = Stored<typeof queueLineSchema>;
export type SupplyGuard = Stored<typeof supplyGuardSchema>;
export type Books = Stored<typeof booksSchema>;
/** Returns by how much promises and losses exceed the platform's own money: its owner must pay this in (N-FIG-04). */
export const shortfallOf = ({ platformMicros, lostMicros, promisedMicros }: Books): UsdMicros =>
  Math.max(0, lostMicros + promisedMicros - platformMicros);

export type BooksChange = Omit<Books, 'lostMicros' | 'promisedMicros' | 'streamsDueMicros'> &
  Partial<Pick<Books, 'lostMicros'>>;
export type Loss = Stored<typeof lossSchema>;
export type DatTotals = Stored<typeof datTotalsSchema>;

/**
 * The listings of a block, first in, first out, in unlimited number. A listing's place since the first
 * determines its page, and the page its shelf. A page has `size` listings, a shelf `size` pages. A shelf has
 * the summaries of its pages, the queue those of its shelves.
 */
export interface Queue {
  readonly size: number;
  readonly nextPlace: number;
  readonly lines: readonly QueueLine[];
  readonly shelves: ReadonlyMap<number, readonly QueueLine[]>;
  /** The pages that were read. Listings of a page are in order; an empty page has no entry. */
  readonly pages: ReadonlyMap<number, readonly QueueEntry[]>;
  readonly changed: { readonly shelves: ReadonlySet<number>; readonly pages: ReadonlySet<number> };
}

export type BlockGuard = Stored<typeof blockStockSchema> & { readonly queue: Queue };

export const emptyUserGuard = (uid: string): UserGuard => ({
  uid,
  lots: [],
  changeMicros: 0,
  spendCents: 0,
  awarded: 0,
  claims: 0,
  rewardQty: 0,
  earnedDays: [],
  openOrders: [],
  endedUnpaid: [],
  largestPaidCents: 0,
  datEarnedMicros: 0,
  debtMicros: 0,
  openPayoutId: null,
  openListings: [],
  missed: [],
  rewardsPaidQty: 0,
  rewardsPaidMicros: 0,
});

export const emptyHoldings = (uid: string): HoldingsGuard => ({ uid, holdings: [], created: [] });

export const queuedQty = ({ queue }: BlockGuard): number =>
  queue.lines.reduce((sum, { qty }) => sum + qty, 0);

export const availableQty = (block: BlockGuard): number => block.platformQty + queuedQty(block);

export const shownBlock = (block: BlockGuard): TokenBlock => ({
  id: block.id,
  priceCents: block.priceCents,
  platformRemaining: block.platformQty,
  sellQty: queuedQty(block),
  sellFaceMicros: block.queue.lines.reduce((sum, { faceMicros }) => sum + faceMicros, 0),
});
