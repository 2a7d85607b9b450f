import { suggestedAskCents } from '@datchain/shared/domain/books/editions.ts';
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { seeded } from './seeded.ts';
import type {
  DemoDat,
  DemoEditionListing,
  DemoEditionPurchase,
  DemoPerson,
  DemoTakeBack,
  DemoTokenListing,
  DemoTokenPurchase,
} from './types.ts';

const FAN_UID = 'demo-fan';
const FAN_EDITIONS: Readonly<Record<string, readonly number[]>> = {
  'dat-night-bus-to-lagos': [3, 8],
  'dat-halogen': [5, 12],
  'dat-the-year-we-learned-to-swim-without-our-hands': [1],
  'dat-kingston-after-rain': [4],
  'dat-hope-road-dub': [2, 7],
  'dat-boa-viagem': [5],
};

const FAN_RESOLD: Readonly<Record<string, readonly [listedDaysAgo: number, soldDaysAgo: number]>> =
  {
    'dat-hope-road-dub 2': [75, 62],
    'dat-boa-viagem 5': [58, 41],
    'dat-hope-road-dub 7': [33, 13],
  };

const DEALERS = ['demo-sidetwo', 'demo-saltflats', 'demo-ottokrantz'];
const NEVER_BUY = [...DEALERS, 'demo-newfan', 'demo-operator', FAN_UID];

const NOT_RESOLD = ['dat-halogen'];

export interface Market {
  tokenPurchases: DemoTokenPurchase[];
  editionPurchases: DemoEditionPurchase[];
  editionListings: DemoEditionListing[];
  tokenListings: DemoTokenListing[];
  takeBacks: DemoTakeBack[];
}

const place = (datId: string, number: number) => `${datId} ${number}`;

/**
 * Spaces purchases: a person's next one is at least ten minutes later, so that they can buy tokens for it. No
 * two are at the same moment, so that their time alone gives their order.
 */
function spread(purchases: readonly DemoEditionPurchase[]): DemoEditionPurchase[] {
  const lastOf = new Map<string, number>();
  const inTime = (a: DemoEditionPurchase, b: DemoEditionPurchase) => a.atMillis - b.atMillis;
  const apart = purchases.toSorted(inTime).map((purchase) => {
    const atMillis = Math.max(
      purchase.atMillis,
      (lastOf.get(purchase.uid) ?? 0) + 10 * MINUTE_MILLIS,
    );
    lastOf.set(purchase.uid, atMillis);
    return { ...purchase, atMillis };
  });
  let previousMillis = 0;
  return apart.sort(inTime).map((purchase) => {
    previousMillis = Math.max(purchase.atMillis, previousMillis + 2_000);
    return { ...purchase, atMillis: previousMillis };
  });
}

function sellEditions(dats: DemoDat[], fans: readonly DemoPerson[], todayMillis: number) {
  const buyers = fans.filter(({ uid }) => !NEVER_BUY.includes(uid));
  const purchases: DemoEditionPurchase[] = [];
  for (const dat of dats) {
    const chance = seeded(`buyers ${dat.id}`);
    // Half of the buyers are the same dozen people everywhere, as in any shop.
    const regulars = chance.shuffled(buyers).slice(0, 9);
    for (const edition of dat.editions.filter(({ buyerUid }) => buyerUid !== null)) {
      const isFans = FAN_EDITIONS[dat.id]?.includes(edition.number);
      const uid = isFans ? FAN_UID : chance.pick(chance.chance(0.7) ? regulars : buyers).uid;
      const lastMillis = Math.min(
        todayMillis - (isFans ? 3 * DAY_MILLIS : HOUR_MILLIS),
        dat.releasedAtMillis + 200 * DAY_MILLIS,
        (dat.takenDownAtMillis ?? todayMillis) - HOUR_MILLIS,
      );
      const wait = chance.next() ** 3 * (lastMillis - dat.releasedAtMillis);
      const atMillis =
        Math.floor((dat.releasedAtMillis + wait) / MINUTE_MILLIS + 5) * MINUTE_MILLIS;
      const { number: editionNumber, priceCents } = edition;
      purchases.push({ uid, datId: dat.id, editionNumber, priceCents, atMillis });
      edition.ownerUid = uid;
      edition.buyerUid = uid;
    }
  }
  const sold = spread(purchases);
  const soldAt = new Map(
    sold.map(({ datId, editionNumber, atMillis }) => [place(datId, editionNumber), atMillis]),
  );
  for (const dat of dats) {
    for (const edition of dat.editions) {
      edition.soldAtMillis = soldAt.get(place(dat.id, edition.number)) ?? null;
    }
  }
  return sold;
}

function listEditions(dats: DemoDat[], todayMillis: number): DemoEditionListing[] {
  const listings: DemoEditionListing[] = [];
  for (const dat of dats) {
    if (!dat.isSoldOut || NOT_RESOLD.includes(dat.id)) continue;
    const chance = seeded(`resale ${dat.id}`);
    const soldOutMillis = Math.max(...dat.editions.map(({ soldAtMillis }) => soldAtMillis ?? 0));
    for (const edition of dat.editions) {
      const [fansDaysAgo] = FAN_RESOLD[place(dat.id, edition.number)] ?? [];
      const isOffered = chance.chance(0.25);
      const atMillis = fansDaysAgo
        ? todayMillis - fansDaysAgo * DAY_MILLIS + 19 * HOUR_MILLIS
        : Math.floor(chance.between(soldOutMillis + HOUR_MILLIS, todayMillis - HOUR_MILLIS));
      if (!fansDaysAgo && !isOffered) continue;
      edition.isForSale = true;
      edition.askPriceCents = suggestedAskCents(edition.priceCents);
      listings.push({
        sellerUid: edition.ownerUid,
        datId: dat.id,
        editionNumber: edition.number,
        askPriceCents: edition.askPriceCents,
        atMillis,
      });
    }
  }
  return listings.sort((a, b) => a.atMillis - b.atMillis);
}

function resell(
  dats: readonly DemoDat[],
  listings: readonly DemoEditionListing[],
  fans: readonly DemoPerson[],
  todayMillis: number,
): DemoEditionPurchase[] {
  const chance = seeded('resales');
  const buyers = fans.filter(({ uid }) => !NEVER_BUY.includes(uid));
  const resales: DemoEditionPurchase[] = [];
  for (const {
    datId,
    editionNumber,
    sellerUid,
    askPriceCents,
    atMillis: listedAtMillis,
  } of listings) {
    const [, fansDaysAgo] = FAN_RESOLD[place(datId, editionNumber)] ?? [];
    const endsMillis = Math.min(todayMillis - DAY_MILLIS, listedAtMillis + 40 * DAY_MILLIS);
    const isSold = chance.chance(0.5) && endsMillis > listedAtMillis + DAY_MILLIS;
    const chosenMillis = Math.floor(chance.between(listedAtMillis + DAY_MILLIS, endsMillis));
    const buyer = chance.pick(buyers.filter(({ uid }) => uid !== sellerUid));
    if (!fansDaysAgo && !isSold) continue;
    const atMillis = fansDaysAgo
      ? todayMillis - fansDaysAgo * DAY_MILLIS + 17 * HOUR_MILLIS
      : chosenMillis;
    const edition = dats
      .find(({ id }) => id === datId)
      ?.editions.find(({ number }) => number === editionNumber);
    if (!edition) throw new Error(`There is no ${datId} ${editionNumber}`);
    Object.assign(edition, { ownerUid: buyer.uid, isForSale: false, askPriceCents: null });
    resales.push({ uid: buyer.uid, datId, editionNumber, priceCents: askPriceCents, atMillis });
  }
  return resales;
}

function blockAt(agoMillis: number, chance: ReturnType<typeof seeded>): number {
  if (agoMillis > 300 * DAY_MILLIS) return 35;
  // The platform's tokens in block 43 are sold out, and users sell there.
  const others = agoMillis > 30 * DAY_MILLIS ? [40, 43, 45, 50] : [40, 45, 50];
  return chance.chance(0.8) ? 36 : chance.pick(others);
}

const usualBuys: Readonly<
  Record<string, readonly (readonly [cents: number, qty: number, daysAgo: number])[]>
> = {
  [FAN_UID]: [
    [50, 250, 500],
    [50, 670, 50],
    [36, 1_340, 2],
    [40, 200, 2],
    [45, 100, 1],
  ],
  'demo-saltflats': [[36, 1_250, 90]],
  'demo-sidetwo': [[36, 910, 75]],
  'demo-ottokrantz': [[36, 1_120, 74]],
};

const buyAsUsual = (uid: string, todayMillis: number): DemoTokenPurchase[] =>
  (usualBuys[uid] ?? []).map(([blockCents, qty, daysAgo], index) => {
    const atMillis = todayMillis - daysAgo * DAY_MILLIS + (9 + index) * HOUR_MILLIS;
    return { uid, blockCents, qty, atMillis };
  });

function payEditions(
  { uid }: DemoPerson,
  editionPurchases: readonly DemoEditionPurchase[],
  todayMillis: number,
): DemoTokenPurchase[] {
  if (usualBuys[uid]) return buyAsUsual(uid, todayMillis);
  const chance = seeded(`tokens ${uid}`);
  const tokenPurchases: DemoTokenPurchase[] = [];
  let [heldCents, previousMillis] = [0, 0];
  for (const { priceCents, atMillis } of editionPurchases.filter((one) => one.uid === uid)) {
    // A spare dollar covers the fractions of tokens that spending rounds up.
    if (heldCents < priceCents + 100) {
      const wantedMillis = atMillis - chance.whole(5, 180) * MINUTE_MILLIS;
      const boughtAtMillis = Math.max(previousMillis + 2 * MINUTE_MILLIS, wantedMillis);
      const blockCents = blockAt(todayMillis - boughtAtMillis, chance);
      const budgetCents = (priceCents + 2_500) * chance.pick([2, 3, 4, 5]);
      const qty = Math.ceil(budgetCents / blockCents / 10) * 10;
      tokenPurchases.push({ uid, blockCents, qty, atMillis: boughtAtMillis });
      heldCents += qty * blockCents;
    }
    heldCents -= priceCents;
    previousMillis = atMillis;
  }
  return tokenPurchases;
}

function dealInTokens(todayMillis: number) {
  const ago = (days: number) => todayMillis - days * DAY_MILLIS + 15 * HOUR_MILLIS;
  const tokenListings: DemoTokenListing[] = [
    { sellerUid: 'demo-saltflats', blockCents: 43, qty: 141, atMillis: ago(24) },
    { sellerUid: 'demo-sidetwo', blockCents: 38, qty: 300, atMillis: ago(20) },
    { sellerUid: 'demo-saltflats', blockCents: 42, qty: 450, atMillis: ago(16) },
    { sellerUid: 'demo-ottokrantz', blockCents: 60, qty: 200, atMillis: ago(12) },
    { sellerUid: 'demo-sidetwo', blockCents: 48, qty: 120, atMillis: ago(8) },
    { sellerUid: FAN_UID, blockCents: 55, qty: 100, atMillis: ago(1) },
  ];
  const resold: DemoTokenPurchase[] = [
    {
      uid: 'demo-harborsound',
      blockCents: 43,
      qty: 100,
      atMillis: ago(19),
      seller: 'demo-saltflats',
    },
  ];
  return { tokenListings, resold };
}

function endedOrders(todayMillis: number) {
  const ago = (days: number) => todayMillis - days * DAY_MILLIS + 16 * HOUR_MILLIS;
  const ended: DemoTokenPurchase[] = [
    { uid: 'demo-tapehiss', blockCents: 45, qty: 100, atMillis: ago(118), end: 'refund' },
    { uid: 'demo-deepcuts', blockCents: 40, qty: 80, atMillis: ago(96), end: 'dispute' },
    { uid: 'demo-lowlight', blockCents: 50, qty: 60, atMillis: ago(44), end: 'unpaid' },
  ];
  const takeBacks: DemoTakeBack[] = [
    { uid: 'demo-tapehiss', how: 'refund', atMillis: ago(117) },
    { uid: 'demo-deepcuts', how: 'dispute', atMillis: ago(92) },
    { uid: 'demo-deepcuts', how: 'dispute-lost', atMillis: ago(80) },
  ];
  return { ended, takeBacks };
}

const byTime = (a: { atMillis: number }, b: { atMillis: number }): number =>
  a.atMillis - b.atMillis;

export function tradeUntil(
  todayMillis: number,
  dats: DemoDat[],
  fans: readonly DemoPerson[],
): Market {
  const sold = sellEditions(dats, fans, todayMillis);
  const editionListings = listEditions(dats, todayMillis);
  const resales = resell(dats, editionListings, fans, todayMillis);
  const editionPurchases = spread([...sold, ...resales]);
  const { tokenListings, resold } = dealInTokens(todayMillis);
  const { ended, takeBacks } = endedOrders(todayMillis);
  const paid = fans.flatMap((fan) => payEditions(fan, editionPurchases, todayMillis));
  return {
    editionPurchases,
    tokenPurchases: [...paid, ...resold, ...ended].sort(byTime),
    takeBacks,
    editionListings,
    tokenListings,
  };
}
