import { config, rates } from '../config.ts';
import { formatCents } from '../format.ts';
import { centsToMicros, WRITE_WHOLE_CENTS } from '../money.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { backingOf, saleParts } from '../sale-parts.ts';
import { type Cents, isWhole, type Millis, type SharePpm } from '../units.ts';
import { debtRefusal } from './debts.ts';
import type { DatGuard, EditionState, Holding, HoldingsGuard, UserGuard } from './guards.ts';
import { addEarned, spendFace } from './lots.ts';
import { accounts, move, type Posting } from './postings.ts';
import { recentOwners } from './stream-days.ts';
import { checkNotTakenDown } from './take-down.ts';

export interface Mint {
  readonly datId: string;
  readonly creatorUid: string;
  readonly editions: number;
  readonly priceCents: Cents;
  readonly sharePpm: SharePpm;
}

/**
 * Mints a DAT's editions: numbered from 1, owned by the creator, for sale at the release price.
 *
 * @throws RangeError unless there are 1 to 20 editions
 */
export function mintDat(mint: Mint, now: Millis): DatGuard {
  if (!isWhole(mint.editions) || mint.editions < 1 || mint.editions > config.editionsPerDat) {
    throw new RangeError(`A DAT has 1 to ${config.editionsPerDat} editions`);
  }
  const editions = Array.from({ length: mint.editions }, (_, index) => ({
    number: index + 1,
    ownerUid: mint.creatorUid,
    priceCents: mint.priceCents,
    askPriceCents: mint.priceCents,
    sharePpm: mint.sharePpm,
    version: 1,
    wasSold: false,
    owners: [{ uid: mint.creatorUid, since: now }],
  }));
  return { id: mint.datId, creatorUid: mint.creatorUid, editions };
}

/** Says whether every edition has left the creator once. */
export const isSoldOutGuard = (dat: DatGuard): boolean =>
  dat.editions.length > 0 && dat.editions.every(({ wasSold }) => wasSold);

export const findEdition = (dat: DatGuard, number: number): EditionState | undefined =>
  dat.editions.find((edition) => edition.number === number);

export const withEdition = (dat: DatGuard, next: EditionState): DatGuard => ({
  ...dat,
  editions: dat.editions.map((edition) => (edition.number === next.number ? next : edition)),
});

/** Refuses an asking price below the edition's own price (R-OWN-06). */
export const minimumAskText = (priceCents: Cents): string =>
  `Price must be at least ${formatCents(priceCents)}`;

/** Suggests an asking price: the edition's own plus 80 percent (R-OWN-05), in whole cents. */
export const suggestedAskCents = (priceCents: Cents): Cents =>
  Math.round((priceCents * rates.suggestedAskPercent) / 100);

/**
 * Checks an asking price, on the screen and on the server.
 *
 * @returns undefined, or a refusal with the sentence
 */
export function checkAskPrice(priceCents: Cents, askCents: unknown): Refusal | undefined {
  if (typeof askCents !== 'number' || !(askCents >= priceCents)) {
    return refuse('invalid-argument', minimumAskText(priceCents));
  }
  if (askCents > rates.maxEditionPriceCents) {
    return refuse('invalid-argument', `At most ${formatCents(rates.maxEditionPriceCents)}`);
  }
  if (!isWhole(askCents)) return refuse('invalid-argument', WRITE_WHOLE_CENTS);
  return undefined;
}

/** Refuses another user's edition like one that does not exist. */
const notYours = () => refuse('not-found', 'Edition not found');

/** Lists an owned edition for sale or changes its price. Resales are refused until the DAT is sold out. */
export function listEdition(
  dat: DatGuard,
  number: number,
  uid: string,
  askCents: unknown,
): DatGuard | Refusal {
  const edition = findEdition(dat, number);
  if (edition?.ownerUid !== uid) return notYours();
  const isTakenDown = checkNotTakenDown(dat);
  if (isTakenDown) return isTakenDown;
  if (!isSoldOutGuard(dat)) {
    return refuse('failed-precondition', 'Editions can be resold once the DAT is sold out.');
  }
  const refusal = checkAskPrice(edition.priceCents, askCents);
  if (refusal) return refusal;
  const askPriceCents = askCents as Cents;
  return withEdition(dat, { ...edition, askPriceCents, version: edition.version + 1 });
}

/** Takes a resale off sale; refuses for first-sale editions, which stay for sale. */
export function unlistEdition(dat: DatGuard, number: number, uid: string): DatGuard | Refusal {
  const edition = findEdition(dat, number);
  if (edition?.ownerUid !== uid) return notYours();
  if (!edition.wasSold) {
    return refuse('failed-precondition', 'First-sale editions stay for sale.');
  }
  return withEdition(dat, { ...edition, askPriceCents: null, version: edition.version + 1 });
}

/** Changes a user's holding of one edition, and creates a missing one. */
export function withHolding(
  guard: HoldingsGuard,
  datId: string,
  edition: Pick<EditionState, 'number' | 'sharePpm'>,
  change: (holding: Holding) => Holding,
): HoldingsGuard {
  const { number, sharePpm } = edition;
  const isIt = (holding: Holding) => holding.datId === datId && holding.number === number;
  const fresh = { datId, number, sharePpm, earnedMicros: 0, sold: false, isForSale: false };
  const known = guard.holdings.some(isIt);
  const holdings = known
    ? guard.holdings.map((holding) => (isIt(holding) ? change(holding) : holding))
    : [...guard.holdings, change(fresh)];
  return { ...guard, holdings };
}

/** Adds stream earnings of a work that go to its creator beyond the editions. */
export function withCreatorPart(guard: HoldingsGuard, datId: string, micros: number) {
  const known = guard.created.find((part) => part.datId === datId);
  const part = { datId, earnedMicros: (known?.earnedMicros ?? 0) + micros };
  const created = known
    ? guard.created.map((one) => (one === known ? part : one))
    : [...guard.created, part];
  return { ...guard, created };
}

export interface Account {
  readonly user: UserGuard;
  readonly holdings: HoldingsGuard;
}

/** Adds earnings of an edition to the user's days and to the holding. */
export function earnWithEdition(
  account: Account,
  datId: string,
  edition: Pick<EditionState, 'number' | 'sharePpm'>,
  micros: number,
  now: Millis,
): Account {
  if (micros === 0) return account;
  const { user, holdings } = account;
  return {
    user: {
      ...user,
      earnedDays: addEarned(user.earnedDays, now, micros),
      datEarnedMicros: user.datEarnedMicros + micros,
    },
    holdings: withHolding(holdings, datId, edition, (holding) => ({
      ...holding,
      earnedMicros: holding.earnedMicros + micros,
    })),
  };
}

export interface EditionSale {
  readonly dat: DatGuard;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly tokens: number;
  readonly changeSpentMicros: number;
  readonly changeLeftMicros: number;
  readonly priceCents: Cents;
  readonly earned: readonly { uid: string; micros: number; kind: 'sale' | 'royalty' }[];
  readonly platformMicros: number;
  /**
   * The backing left over or missing after all parts are rounded to whole cents: less than a cent, borne by
   * the platform.
   */
  readonly roundingMicros: number;
  /** The backing released, because its face no longer exists. */
  readonly backingMicros: number;
  readonly postings: readonly Posting[];
}

export interface EditionPurchase {
  readonly number: number;
  readonly buyerUid: string;
  /** The price that the buyer was shown; any other price is refused. */
  readonly expectedCents: unknown;
}

/**
 * Checks whether a buyer may buy an edition at the price they were shown.
 *
 * @returns the edition, or a refusal
 */
export function checkSale(dat: DatGuard, purchase: EditionPurchase): EditionState | Refusal {
  const edition = findEdition(dat, purchase.number);
  if (!edition) return notYours();
  if (edition.ownerUid === purchase.buyerUid) {
    return refuse('failed-precondition', 'You already own this edition.');
  }
  const isTakenDown = checkNotTakenDown(dat);
  if (isTakenDown) return isTakenDown;
  if (edition.askPriceCents === null) {
    return refuse('aborted', 'This edition has already been sold.');
  }
  return edition.askPriceCents === purchase.expectedCents
    ? edition
    : refuse('aborted', 'The price has changed.');
}

/** Returns what a first sale earns the creator. */
export const creatorProceeds = (priceCents: Cents): number => saleParts(priceCents, false).seller;

/** Splits the price among the parties. The pool has had its part since the tokens were sold. */
function splitPrice(dat: DatGuard, edition: EditionState, priceCents: Cents) {
  const { seller, creator, platform } = saleParts(priceCents, edition.wasSold);
  const earned = [
    { uid: edition.ownerUid, micros: seller, kind: 'sale' as const },
    { uid: dat.creatorUid, micros: creator, kind: 'royalty' as const },
  ].filter(({ micros }) => micros > 0);
  return { earned, platform };
}

/**
 * Sells an edition for utility tokens: spends the buyer's oldest tokens at their face, pays seller, creator
 * and platform, and changes the owner.
 *
 * @param before the guards of buyer, owner and creator, by uid
 * @returns the new states, or a refusal: 'You already own this edition.', 'This edition has already been
 * sold.', 'This DAT has been taken down.', 'The price has changed.', a debt (N-MON-04), 'Not enough tokens',
 * 'Edition not found'
 */
export function sellEdition(
  dat: DatGuard,
  purchase: EditionPurchase,
  before: ReadonlyMap<string, Account>,
  now: Millis,
): EditionSale | Refusal {
  const edition = checkSale(dat, purchase);
  if ('refused' in edition) return edition;
  const { buyerUid } = purchase;
  const priceCents = edition.askPriceCents ?? 0;
  const priceMicros = centsToMicros(priceCents);
  const after = new Map(before);
  const get = (uid: string): Account => {
    const account = after.get(uid);
    if (!account) throw new Error(`sellEdition: the guards of ${uid} are missing`);
    return account;
  };
  const buyer = get(buyerUid);
  const owing = debtRefusal(buyer.user);
  if (owing) return owing;
  const spent = spendFace(buyer.user, priceMicros);
  if ('refused' in spent) return spent;

  after.set(buyerUid, {
    user: { ...buyer.user, lots: spent.lots, changeMicros: spent.changeMicros },
    holdings: withHolding(buyer.holdings, dat.id, edition, (holding) => ({
      ...holding,
      sold: false,
      isForSale: false,
    })),
  });
  const seller = get(edition.ownerUid);
  after.set(edition.ownerUid, {
    ...seller,
    holdings: withHolding(seller.holdings, dat.id, edition, (holding) => ({
      ...holding,
      sold: true,
      isForSale: false,
    })),
  });
  const { earned, platform } = splitPrice(dat, edition, priceCents);
  for (const { uid, micros } of earned) {
    after.set(uid, earnWithEdition(get(uid), dat.id, edition, micros, now));
  }
  const paidOut = earned.reduce((sum, { micros }) => sum + micros, 0) + platform;
  const backingMicros = backingOf(priceMicros);
  const roundingMicros = backingMicros - paidOut;
  return {
    dat: withEdition(dat, {
      ...edition,
      ownerUid: buyerUid,
      priceCents,
      askPriceCents: null,
      version: edition.version + 1,
      wasSold: true,
      owners: recentOwners([...edition.owners, { uid: buyerUid, since: now }], now),
    }),
    accounts: after,
    tokens: spent.tokens,
    changeSpentMicros: spent.changeSpentMicros,
    changeLeftMicros: spent.changeLeftMicros,
    priceCents,
    earned,
    platformMicros: platform,
    roundingMicros,
    backingMicros,
    postings: [
      ...move('TOKEN', accounts.user(buyerUid), accounts.issuer, spent.tokens),
      ...move('FACE', accounts.user(buyerUid), accounts.issuer, priceMicros),
      ...earned.flatMap(({ uid, micros }) =>
        move('USD', accounts.backing, accounts.owed(uid), micros),
      ),
      ...move('USD', accounts.backing, accounts.platform, platform + roundingMicros),
    ],
  };
}
