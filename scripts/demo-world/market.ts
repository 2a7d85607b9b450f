import { centsToMicros } from '@datchain/shared/domain/units.ts';
import { seeded } from './seeded.ts';
import type {
  DemoDat,
  DemoEditionListing,
  DemoEditionPurchase,
  DemoPerson,
  DemoTokenListing,
  DemoTokenPurchase,
} from './types.ts';
import { emptyWallet, type Wallet } from './wallets.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the fan of the demo accounts owns; nobody else gets these editions. */
const FAN_UID = 'demo-fan';
const FAN_EDITIONS: Readonly<Record<string, readonly number[]>> = {
  'dat-night-bus-to-lagos': [3, 8],
  'dat-halogen': [5, 12],
  'dat-the-year-we-learned-to-swim-without-our-hands': [1],
  'dat-kingston-after-rain': [4],
};

/** Fans who only deal in tokens; the two accounts that never buy. */
const DEALERS = ['demo-sidetwo', 'demo-saltflats', 'demo-ottokrantz'];
const NEVER_BUY = [...DEALERS, 'demo-newfan', 'demo-operator', FAN_UID];

/** Resale listings never appear on these, which the front page shows as simply gone. */
const NOT_RESOLD = ['dat-halogen'];

export interface Market {
  tokenPurchases: DemoTokenPurchase[];
  editionPurchases: DemoEditionPurchase[];
  editionListings: DemoEditionListing[];
  tokenListings: DemoTokenListing[];
  wallets: Wallet[];
}

/** Finds a buyer and a moment for every sold edition; sets them on the editions. */
function sellEditions(dats: DemoDat[], fans: readonly DemoPerson[], todayMs: number) {
  const buyers = fans.filter(({ uid }) => !NEVER_BUY.includes(uid));
  const purchases: DemoEditionPurchase[] = [];
  for (const dat of dats) {
    const chance = seeded(`buyers ${dat.id}`);
    // Half of the buyers are the same dozen people everywhere, as in any shop.
    const regulars = chance.shuffled(buyers).slice(0, 9);
    for (const edition of dat.editions.filter(({ buyerUid }) => buyerUid !== null)) {
      const isFans = FAN_EDITIONS[dat.id]?.includes(edition.number);
      const uid = isFans ? FAN_UID : chance.pick(chance.chance(0.7) ? regulars : buyers).uid;
      const lastMs = Math.min(
        todayMs - (isFans ? 3 * DAY_MS : HOUR_MS),
        dat.releasedAtMs + 200 * DAY_MS,
      );
      const wait = chance.next() ** 3 * (lastMs - dat.releasedAtMs);
      const atMs = Math.floor((dat.releasedAtMs + wait) / MINUTE_MS) * MINUTE_MS;
      const { number: editionNumber, priceCents } = edition;
      purchases.push({ uid, datId: dat.id, editionNumber, priceCents, atMs });
      edition.ownerUid = uid;
      edition.buyerUid = uid;
    }
  }
  purchases.sort((a, b) => a.atMs - b.atMs);
  const byDat = new Map(dats.map((dat) => [dat.id, dat]));
  let previousMs = 0;
  for (const purchase of purchases) {
    // No two sales in the same moment, so that their order is told by their time alone.
    purchase.atMs = previousMs = Math.max(purchase.atMs, previousMs + 2000);
    const edition = byDat
      .get(purchase.datId)
      ?.editions.find(({ number }) => number === purchase.editionNumber);
    if (edition) edition.soldAtMs = purchase.atMs;
  }
  return purchases;
}

/** The block a fan buys from at a moment: the 35 cent block until it sold out, then mostly 36. */
function blockAt(agoMs: number, chance: ReturnType<typeof seeded>): number {
  if (agoMs > 420 * DAY_MS) return 35;
  return chance.chance(0.8) ? 36 : chance.pick([40, 43, 45, 50]);
}

/** Buys tokens whenever a fan's wallet would not cover the next edition, then pays it. */
function payEditions(
  fan: DemoPerson,
  editionPurchases: readonly DemoEditionPurchase[],
  todayMs: number,
) {
  const chance = seeded(`tokens ${fan.uid}`);
  const wallet = emptyWallet(fan.uid);
  const tokenPurchases: DemoTokenPurchase[] = [];
  const buy = (blockCents: number, qty: number, atMs: number) => {
    wallet.buy(blockCents, qty);
    tokenPurchases.push({ uid: fan.uid, blockCents, qty, atMs });
  };
  if (fan.uid === FAN_UID) buy(50, 670, todayMs - 40 * DAY_MS);
  if (DEALERS.includes(fan.uid)) {
    buy(36, chance.whole(60, 120) * 10, todayMs - chance.whole(60, 90) * DAY_MS);
  }
  let previousMs = 0;
  for (const { uid, priceCents, atMs } of editionPurchases) {
    if (uid !== fan.uid) continue;
    // A dollar to spare, for the fractions of a token that a spend rounds up.
    while (wallet.faceMicros() < centsToMicros(priceCents + 100) && uid !== FAN_UID) {
      const boughtAtMs = Math.max(previousMs + 1, atMs - chance.whole(5, 180) * MINUTE_MS);
      const blockCents = blockAt(todayMs - boughtAtMs, chance);
      const budgetCents = Math.max(2500, priceCents) * chance.pick([1, 1.2, 2, 3, 4]);
      buy(blockCents, Math.ceil(budgetCents / blockCents / 10) * 10, boughtAtMs);
      previousMs = boughtAtMs;
    }
    wallet.spend(priceCents);
    previousMs = atMs;
  }
  if (fan.uid === FAN_UID) {
    buy(36, 1240, todayMs - 2 * DAY_MS);
    buy(40, 200, todayMs - 2 * DAY_MS + HOUR_MS);
    buy(45, 100, todayMs - DAY_MS);
  }
  return { wallet, tokenPurchases };
}

function listEditions(dats: DemoDat[], todayMs: number): DemoEditionListing[] {
  const listings: DemoEditionListing[] = [];
  for (const dat of dats) {
    if (!dat.isSoldOut || NOT_RESOLD.includes(dat.id)) continue;
    const chance = seeded(`resale ${dat.id}`);
    const soldOutMs = Math.max(...dat.editions.map(({ soldAtMs }) => soldAtMs ?? 0));
    for (const edition of dat.editions) {
      if (!chance.chance(0.25)) continue;
      const askPriceCents = Math.round(edition.priceCents * 1.8);
      edition.isForSale = true;
      edition.askPriceCents = askPriceCents;
      const atMs = Math.floor(chance.between(soldOutMs + HOUR_MS, todayMs - MINUTE_MS));
      listings.push({
        sellerUid: edition.ownerUid,
        datId: dat.id,
        editionNumber: edition.number,
        askPriceCents,
        atMs,
      });
    }
  }
  return listings.sort((a, b) => a.atMs - b.atMs);
}

function listTokens(fans: readonly DemoPerson[], wallets: readonly Wallet[], todayMs: number) {
  const asks = [
    { uid: 'demo-sidetwo', blockCents: 38, qty: 300 },
    { uid: 'demo-saltflats', blockCents: 42, qty: 450 },
    { uid: 'demo-ottokrantz', blockCents: 60, qty: 200 },
    { uid: 'demo-sidetwo', blockCents: 48, qty: 120 },
  ];
  return asks.map(({ uid, blockCents, qty }, index): DemoTokenListing => {
    const place = fans.findIndex((each) => each.uid === uid);
    const wallet = wallets[place];
    const seller = fans[place];
    if (!wallet || !seller) throw new Error(`Nobody called ${uid} can list tokens.`);
    return {
      id: `listing-${index + 1}`,
      sellerUid: uid,
      sellerUsername: seller.username,
      blockCents,
      qty,
      faceMicros: wallet.queue(36, qty).faceMicros,
      atMs: todayMs - (20 - index * 4) * DAY_MS,
    };
  });
}

/** Everything bought and listed so far. Sets owners, moments and listings on the DATs' editions. */
export function tradeUntil(todayMs: number, dats: DemoDat[], fans: readonly DemoPerson[]): Market {
  const editionPurchases = sellEditions(dats, fans, todayMs);
  const paid = fans.map((fan) => payEditions(fan, editionPurchases, todayMs));
  const wallets = paid.map(({ wallet }) => wallet);
  return {
    editionPurchases,
    tokenPurchases: paid
      .flatMap(({ tokenPurchases }) => tokenPurchases)
      .sort((a, b) => a.atMs - b.atMs),
    editionListings: listEditions(dats, todayMs),
    tokenListings: listTokens(fans, wallets, todayMs),
    wallets,
  };
}
