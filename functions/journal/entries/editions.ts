import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  type Account,
  creatorProceeds,
  type EditionSale,
  earnWithEdition,
  findEdition,
  listEdition,
  type Mint,
  mintDat,
  sellEdition,
  unlistEdition,
  withHolding,
} from '@datchain/shared/domain/books/editions.ts';
import type { DatGuard, DatTotals, EditionState } from '@datchain/shared/domain/books/guards.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import {
  offerEvent,
  openingEvents,
  releasedEvent,
  soldEvent,
} from '@datchain/shared/domain/dat-events.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { utcDay } from '@datchain/shared/domain/time.ts';
import type { Cents, Millis } from '@datchain/shared/domain/units.ts';
import type { Accepted, Decision, Entry, View } from '../entry.ts';
import {
  accountPaths,
  changeAccount,
  changeAccounts,
  datDocument,
  findDat,
  readAccounts,
} from './edition-documents.ts';

/** Makes a DAT's editions, all owned by the creator and for sale. Once per DAT. */
export const mintEntry = (mint: Mint): Entry<null> => ({
  id: `mint:${mint.datId}`,
  kind: 'dat-minted',
  actor: mint.creatorUid,
  input: mint,
  reads: [docs.datGuard(mint.datId), ...accountPaths(mint.creatorUid, mint.datId)],
  decide(view, now) {
    if (findDat(view, mint.datId)) return refuse('already-exists', 'This DAT exists already.');
    const dat = mintDat(mint, now);
    const creator = readAccounts(view, [mint.creatorUid], dat.id).get(mint.creatorUid);
    // Stryker disable next-line ConditionalExpression: Every requested account is in the map. Types do not know that.
    // Stryker disable next-line StringLiteral: The text of that error.
    if (!creator) throw new Error('unreachable: the creator was asked for');
    let { holdings } = creator;
    for (const edition of dat.editions) {
      holdings = withHolding(holdings, dat.id, edition, (one) => ({ ...one, isForSale: true }));
    }
    const changed = changeAccount(view, { ...creator, holdings }, dat);
    return {
      result: null,
      postings: [],
      documents: [datDocument(dat), ...changed.documents],
      news: [{ uid: mint.creatorUid, data: { kind: 'released', at: now, datId: dat.id } }],
      history: [releasedEvent(dat, now)],
      touched: [`dat:${dat.id}`, ...changed.touched],
    };
  },
});

/** An edition at the version the caller saw; of two concurrent changes only one can be the next version. */
export interface EditionRef {
  readonly datId: string;
  readonly number: number;
  readonly version: number;
}

/** Refuses a change whose version was taken by another change; a retry at the next version may succeed. */
export const moved = (): Refusal => ({
  ...refuse('aborted', 'This edition has just changed. Check it and try again.'),
  keyTaken: true,
});

/**
 * Notifies the owners of a work's cheapest editions when somebody offers one for less (N-PPL-04). Each owner is
 * notified once, and at most once a day per work (N-PPL-20).
 */
function outbidBy(
  view: View,
  dat: DatGuard,
  { number, ownerUid, askPriceCents }: EditionState,
  at: Millis,
) {
  const offers = dat.editions.flatMap((one) =>
    one.askPriceCents === null ? [] : [{ ...one, askPriceCents: one.askPriceCents }],
  );
  const cheapest = Math.min(...offers.map((offer) => offer.askPriceCents));
  if (askPriceCents === null || askPriceCents >= cheapest) return [];
  const byUid = new Map(
    offers
      .filter((offer) => offer.askPriceCents === cheapest && offer.ownerUid !== ownerUid)
      .reverse()
      .map((offer) => [offer.ownerUid, offer]),
  );
  const id = `outbid:${dat.id}:${utcDay(at)}`;
  return [...byUid].flatMap(([uid, own]) => {
    if (view(docs.mail(id, uid))) return [];
    const theirs = { ownEdition: own.number, ownPriceCents: own.askPriceCents };
    const cheaper = { datId: dat.id, edition: number, askPriceCents };
    return [{ uid, id, data: { kind: 'outbid' as const, at, ...cheaper, ...theirs } }];
  });
}

function offerEntry(
  ref: EditionRef,
  uid: string,
  kind: 'edition-listed' | 'edition-unlisted',
  input: object,
  change: (dat: DatGuard) => DatGuard | Refusal,
): Entry<null> {
  const { datId, number, version } = ref;
  return {
    id: `offer:${datId}:${number}:${version}`,
    kind,
    actor: uid,
    input: { ...ref, ...input },
    reads: [docs.datGuard(datId), ...accountPaths(uid, datId)],
    decide(view, now) {
      const dat = findDat(view, datId);
      if (!dat) return refuse('not-found', 'Edition not found');
      const changed = change(dat);
      if (isRefusal(changed)) return changed;
      // Stryker disable next-line OptionalChaining: A missing edition was refused above. Types do not know that.
      if (findEdition(dat, number)?.version !== version) return moved();
      const edition = findEdition(changed, number);
      // Stryker disable next-line OptionalChaining: A missing edition was refused above. Types do not know that.
      if (edition?.askPriceCents === findEdition(dat, number)?.askPriceCents) {
        return { answer: null };
      }
      const account = readAccounts(view, [uid], datId).get(uid);
      // Stryker disable next-line ConditionalExpression,LogicalOperator: Every requested account is in the map. Types do not know that.
      // Stryker disable next-line StringLiteral: The text of that error.
      if (!edition || !account) throw new Error('unreachable: the owner was asked for');
      if (edition.askPriceCents !== null && account.user.closedAt !== undefined) {
        return refuse('failed-precondition', 'This account is closed.');
      }
      const isForSale = edition.askPriceCents !== null;
      const holdings = withHolding(account.holdings, datId, edition, (holding) => ({
        ...holding,
        isForSale,
      }));
      const { askPriceCents } = edition;
      const own = changeAccount(view, { ...account, holdings }, dat);
      return {
        result: null,
        postings: [],
        documents: [datDocument(changed), ...own.documents],
        movements: [{ uid, data: { kind, at: now, datId, edition: number, askPriceCents } }],
        news: outbidBy(view, dat, edition, now),
        history: [offerEvent(datId, edition, now)],
        touched: [`dat:${datId}`, ...own.touched],
      };
    },
  };
}

export const listEditionEntry = (ref: EditionRef, uid: string, askCents: unknown): Entry<null> =>
  offerEntry(ref, uid, 'edition-listed', { askCents }, (dat) =>
    listEdition(dat, ref.number, uid, askCents),
  );

export const unlistEditionEntry = (ref: EditionRef, uid: string): Entry<null> =>
  offerEntry(ref, uid, 'edition-unlisted', {}, (dat) => unlistEdition(dat, ref.number, uid));

export interface Bought {
  readonly tokens: number;
  readonly priceCents: Cents;
}

function saleMovements(
  ref: EditionRef,
  buyerUid: string,
  sale: EditionSale,
  isResale: boolean,
  now: number,
) {
  const base = { at: now, datId: ref.datId, edition: ref.number, priceCents: sale.priceCents };
  const { tokens, changeSpentMicros, changeLeftMicros } = sale;
  const bought = {
    ...base,
    kind: 'edition-bought' as const,
    tokens,
    ...(changeSpentMicros > 0 ? { changeSpentMicros } : {}),
    ...(changeLeftMicros > 0 ? { changeLeftMicros } : {}),
  };
  // A seller who is also the creator gets both amounts in one movement.
  const byUid = new Map<string, number>();
  for (const { uid, micros } of sale.earned) byUid.set(uid, (byUid.get(uid) ?? 0) + micros);
  const kindOf = (uid: string) =>
    sale.earned.some((one) => one.uid === uid && one.kind === 'sale')
      ? { kind: 'edition-sold' as const, isResale }
      : { kind: 'royalty' as const };
  const earned = [...byUid]
    .filter(([uid]) => uid !== buyerUid)
    .map(([uid, earnedMicros]) => ({ uid, data: { ...base, ...kindOf(uid), earnedMicros } }));
  const own = byUid.get(buyerUid);
  return [
    { uid: buyerUid, data: own === undefined ? bought : { ...bought, earnedMicros: own } },
    ...earned,
  ];
}

/**
 * Returns the sale's kind and amounts for the public log, which is never corrected. Postings alone do not
 * distinguish a resale without a royalty from a first sale.
 */
function saleRefs({ wasSold }: EditionState, { earned, roundingMicros }: EditionSale) {
  const sumFor = (kind: 'sale' | 'royalty') =>
    earned.reduce((sum, one) => (one.kind === kind ? sum + one.micros : sum), 0);
  const sellerMicros = sumFor('sale');
  const rounding = roundingMicros === 0 ? {} : { roundingMicros };
  return wasSold
    ? { sale: 'resale', sellerMicros, creatorMicros: sumFor('royalty'), ...rounding }
    : { sale: 'first', sellerMicros, ...rounding };
}

function acceptSale(
  view: View,
  ref: EditionRef,
  uid: string,
  sale: EditionSale,
  before: EditionState,
  now: number,
): Accepted<Bought> {
  const { dat, tokens, priceCents, backingMicros, postings } = sale;
  const platformMicros = sale.platformMicros + sale.roundingMicros;
  const changed = changeAccounts(view, sale.accounts.values(), dat);
  const sold = { number: ref.number, ownerUid: uid, priceCents, version: ref.version + 1 };
  return {
    result: { tokens, priceCents },
    postings,
    refs: saleRefs(before, sale),
    documents: [datDocument(dat), ...changed.documents],
    increments: [
      { path: docs.books, fields: { backingMicros: -backingMicros, platformMicros } },
      { path: docs.datTotals(dat.id), fields: { salesMicros: centsToMicros(priceCents) } },
    ],
    movements: saleMovements(ref, uid, sale, before.wasSold, now),
    history: [soldEvent(dat.id, sold, before.ownerUid, now)],
    touched: [`dat:${dat.id}`, ...changed.touched],
  };
}

/**
 * Buys an edition with utility tokens. The id contains the edition's version, so only one of many concurrent
 * buyers gets it; the same buyer again gets the first answer.
 */
export const buyEditionEntry = (
  ref: EditionRef,
  buyerUid: string,
  expectedCents: unknown,
): Entry<Bought> => ({
  id: `edition-sale:${ref.datId}:${ref.number}:${ref.version}`,
  kind: 'edition-sold',
  actor: buyerUid,
  input: { ...ref, expectedCents },
  reads: [docs.datGuard(ref.datId), ...accountPaths(buyerUid, ref.datId)],
  decide(view: View, now): Decision<Bought> {
    const dat = findDat(view, ref.datId);
    if (!dat) return refuse('not-found', 'Edition not found');
    const edition = findEdition(dat, ref.number);
    // Stryker disable next-line ArrayDeclaration: A missing edition is refused below, whatever is read here.
    const uids = new Set([buyerUid, dat.creatorUid, ...(edition ? [edition.ownerUid] : [])]);
    const purchase = { number: ref.number, buyerUid, expectedCents };
    const sale = sellEdition(dat, purchase, readAccounts(view, uids, dat.id), now);
    if (isRefusal(sale)) return sale;
    // Stryker disable next-line OptionalChaining: A missing edition was refused above. Types do not know that.
    return edition?.version === ref.version
      ? acceptSale(view, ref, buyerUid, sale, edition, now)
      : moved();
  },
});

function openingProceeds(account: Account, dat: DatGuard): Account {
  let next = account;
  for (const edition of dat.editions) {
    const [, firstBuyer] = edition.owners;
    if (!edition.wasSold || !firstBuyer) continue;
    const micros = creatorProceeds(edition.priceCents);
    next = earnWithEdition(next, dat.id, edition, micros, firstBuyer.since);
  }
  return next;
}

/**
 * Opens a DAT as it stood before the journal began, each edition sold once at its own price. It takes over
 * editions, owners, the creator's proceeds, and since when resales are offered.
 */
export const openingDatEntry = (
  dat: DatGuard,
  totals: DatTotals,
  listedAt: Readonly<Record<number, Millis>> = {},
): Entry<null> => ({
  id: `opening-dat:${dat.id}`,
  kind: 'opening-dat',
  actor: 'system',
  input: { dat, totals, listedAt },
  reads: [docs.datGuard(dat.id), ...ownersOf(dat).flatMap((uid) => accountPaths(uid, dat.id))],
  decide(view, now) {
    if (findDat(view, dat.id)) return refuse('already-exists', 'This DAT exists already.');
    const accountsBefore = readAccounts(view, ownersOf(dat), dat.id);
    let proceeds = 0;
    const after = ownersOf(dat).map((uid) => {
      let account = accountsBefore.get(uid);
      // Stryker disable next-line ConditionalExpression: Every requested account is in the map. Types do not know that.
      // Stryker disable next-line StringLiteral: The text of that error.
      if (!account) throw new Error('unreachable: every owner was asked for');
      for (const edition of dat.editions) {
        if (!edition.owners.some((owner) => owner.uid === uid)) continue;
        const sold = edition.ownerUid !== uid;
        const isForSale = !sold && edition.askPriceCents !== null;
        const holdings = withHolding(account.holdings, dat.id, edition, (one) => ({
          ...one,
          sold,
          isForSale,
        }));
        account = { ...account, holdings };
      }
      if (uid !== dat.creatorUid) return account;
      const earned = openingProceeds(account, dat);
      proceeds = earned.user.datEarnedMicros - account.user.datEarnedMicros;
      return earned;
    });
    const changed = changeAccounts(view, after, dat);
    const before = { kind: 'earned-before' as const, at: now, datId: dat.id };
    return {
      result: null,
      postings: move('USD', accounts.opening, accounts.owed(dat.creatorUid), proceeds),
      documents: [datDocument(dat), ...changed.documents],
      increments: [{ path: docs.datTotals(dat.id), fields: { ...totals } }],
      movements:
        proceeds > 0 ? [{ uid: dat.creatorUid, data: { ...before, earnedMicros: proceeds } }] : [],
      history: openingEvents(dat, listedAt),
      touched: [`dat:${dat.id}`, ...changed.touched],
    };
  },
});

const ownersOf = (dat: DatGuard): string[] => [
  ...new Set(dat.editions.flatMap(({ owners }) => owners.map(({ uid }) => uid))),
];
