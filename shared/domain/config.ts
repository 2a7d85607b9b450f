/**
 * Every business constant in one file. `config` is the part that public pages load too; `rates` is
 * only for money, so that no page carries what it never reads. Shares are in parts per million.
 */
export const config = {
  rewardSupply: 66_669,
  defaultCirculating: 100_000,
  minimumOrderCents: { marketplace: 2_500, block: 1_000 },
  quantityStep: 10,
  listingPriceCents: { min: 36, max: 100 },
  editionsPerDat: 20,
  chain: 'datchain',
  minimumPayoutCents: 2_500,
  /** The smallest card payment Stripe takes in US dollars. */
  cardMinimumCents: 50,
} as const;

export const rates = {
  poolPpm: 100_000,
  /**
   * What the seller, the creator and the platform get of an edition's price; with the pool at most
   * all of it.
   */
  primarySale: { creatorPpm: 800_000, platformPpm: 100_000 },
  editionResale: { sellerPpm: 750_000, creatorPpm: 100_000, platformPpm: 50_000 },
  tokenResale: { sellerPpm: 950_000, platformPpm: 50_000 },
  editionPriceCents: { Bronze: 1_000, Silver: 2_500, Gold: 5_000, Platinum: 10_000 },
  editionSharePpm: 25_000,
  /** The suggested asking price, relative to what the owner paid. */
  suggestedAskPercent: 180,
  maxEditionPriceCents: 100_000_000,
  /** Of a DAT's stream earnings, shared among its editions' owners and the creator (R-WAL-15). */
  streamSharePpm: 50_000,
  /** What one stream is assumed to earn, by platform; sources in docs/streams.md. */
  streamMicros: { spotify: 4_000, apple_music: 7_000, amazon_music: 4_000 },
  /** Days back for which newly published and corrected streams are still shared. */
  distributionDays: 731,
  /**
   * Days that earnings wait before they can be paid out, unless TimeToPayout/config says otherwise.
   */
  payoutDays: 4,
  openOrdersPerUser: 3,
  openListingsPerUser: 50,
  /**
   * Token listings on a page of a queue, and pages on a shelf. An order takes from two pages' worth
   * of listings at most: as many as the minimum purchase of the cheapest tokens may need.
   */
  queuePageSize: 40,
  /**
   * What any user may hold unpaid, and how many times their largest order one who has paid may
   * hold.
   */
  unpaidHoldCents: 100_000,
  unpaidHoldTimes: 10,
  /**
   * How many reservations may end unpaid within a day; then the next one waits, each time twice as
   * long.
   */
  unpaidEndingsADay: 3,
  unpaidWaitMillis: 15 * 60_000,
  /** Stripe accepts an expiry from 30 minutes on; the extra minute covers the way to Stripe. */
  reservationMillis: 31 * 60_000,
  /**
   * What costs nothing and can be repeated, within a day: by a network (an address that limits count),
   * and by an account.
   */
  reportsOfNetworkADay: 50,
  newPasswordsOfNetworkADay: 30,
  confirmationsADay: 10,
  applicationsADay: 10,
  namesADay: 5,
  namedAgainADay: 5,
  accountChangesADay: 20,
  followsADay: 100,
  offersOfEditionADay: 20,
  tokenListingsADay: 100,
  /** Reports of one work that wait for an operator. */
  openReportsOfWork: 500,
  /** The longest time in which a mailbox that was sent a link is not sent another of its kind. */
  loginMailPauseMillis: 15 * 60_000,
  /** No order may hold more than this: beyond it the integers of one lot would stop being exact. */
  maxOrderQty: 10_000_000,
} as const;

export const tiers = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const;
export type Tier = (typeof tiers)[number];
