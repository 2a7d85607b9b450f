/**
 * The business constants. `config` is also loaded by public pages; `rates` is for the server and for screens
 * with money. Shares are in parts per million.
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
  /** The smallest card payment that Stripe accepts in US dollars. */
  cardMinimumCents: 50,
} as const;

export const rates = {
  poolPpm: 100_000,
  /** The parts of an edition's price. The reward pool gets `poolPpm`, and the parts with it are the whole price. */
  primarySale: { creatorPpm: 800_000, platformPpm: 100_000 },
  editionResale: { sellerPpm: 750_000, creatorPpm: 100_000, platformPpm: 50_000 },
  tokenResale: { sellerPpm: 950_000, platformPpm: 50_000 },
  editionPriceCents: { Bronze: 1_000, Silver: 2_500, Gold: 5_000, Platinum: 10_000 },
  editionSharePpm: 25_000,
  suggestedAskPercent: 180,
  maxEditionPriceCents: 100_000_000,
  /** The part of a DAT's stream earnings that goes to its editions' owners and its creator (R-WAL-15). */
  streamSharePpm: 50_000,
  /** The assumed earnings of one stream by platform; docs/streams.md has the sources. */
  streamMicros: { spotify: 4_000, apple_music: 7_000, amazon_music: 4_000 },
  distributionDays: 731,
  /** The days before earnings can be paid out, unless `TimeToPayout/config` overrides it. */
  payoutDays: 4,
  openOrdersPerUser: 3,
  openListingsPerUser: 50,
  /**
   * The listings on a page of a queue. An order takes from at most two pages: enough for the minimum purchase
   * of the cheapest tokens.
   */
  queuePageSize: 40,
  /** The unpaid orders a user may hold: this amount, or `unpaidHoldTimes` their largest paid order. */
  unpaidHoldCents: 100_000,
  unpaidHoldTimes: 10,
  /** Reservations that may end unpaid within a day. After that the next one waits, twice as long each time. */
  unpaidEndingsADay: 3,
  unpaidWaitMillis: 15 * 60_000,
  /** Stripe accepts expiries of at least 30 minutes; the extra minute covers the request to Stripe. */
  reservationMillis: 31 * 60_000,
  /** Daily quotas of free actions, by network (a client address) or by account. */
  reportsOfNetworkADay: 50,
  newPasswordsOfNetworkADay: 30,
  confirmationsADay: 10,
  applicationsADay: 10,
  namesADay: 5,
  namedAgainADay: 5,
  accountChangesADay: 20,
  downloadsADay: 20,
  closingsADay: 50,
  followsADay: 100,
  offersOfEditionADay: 20,
  tokenListingsADay: 100,
  openReportsOfWork: 500,
  /** The longest pause between two login mails of one kind to one mailbox. */
  loginMailPauseMillis: 15 * 60_000,
  /** The largest order. Beyond it the integers of a lot would no longer be exact. */
  maxOrderQty: 10_000_000,
} as const;

export const tiers = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const;
export type Tier = (typeof tiers)[number];
