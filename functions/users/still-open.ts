import type { LeftEdition } from '@datchain/shared/contracts/calls/account.ts';
import {
  readDatGuard,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readLine } from '@datchain/shared/contracts/shown-text.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import type { DatGuard, Holding } from '@datchain/shared/domain/books/guards.ts';
import { type Rest, restOf, worthPaying } from '@datchain/shared/domain/books/rest.ts';
import { formatCount, formatMicros } from '@datchain/shared/domain/format.ts';
import { spotPriceUsd } from '../payouts/process-payout.ts';
import type { Services } from '../services.ts';
import { type DocumentStore, pages } from '../stores/document-store.ts';
import { holdingsOf } from '../stores/works.ts';

/** Why an account cannot be closed yet, and where that is settled. */
export interface Reason {
  readonly text: string;
  readonly href: string;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const many = (count: number, what: string): string =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

/** Orders that still wait for a payment, an edition or a person. */
const isOpenOrder = ({ state, edition }: Record<string, unknown>): boolean =>
  state === 'reserved' ||
  state === 'review' ||
  (state === 'settled' && JSON.stringify(edition ?? '').includes('"wanted"'));

const PAGE = 300;

async function unfinishedOf(store: DocumentStore, uid: string): Promise<number> {
  let unfinished = 0;
  for await (const page of pages(store, docs.releases, PAGE, { field: 'operatorUid', is: uid })) {
    unfinished += page.filter(({ data }) => data.isDone === false).length;
  }
  return unfinished;
}

async function worksOf(store: DocumentStore, uid: string): Promise<DatGuard[]> {
  const works: DatGuard[] = [];
  for await (const page of pages(store, 'dats', PAGE, { field: 'creatorUid', is: uid })) {
    works.push(...page.flatMap(({ data }) => readDatGuard(data) ?? []));
  }
  return works;
}

/** Names an edition where only its number and its work are known. */
export const editionId = ({ datId, number }: Pick<LeftEdition, 'datId' | 'number'>): string =>
  `${datId}#${number}`;

/** Those of these accounts that an edition can be given to: they are there, and nobody is closing them. */
export async function takersOf(
  store: Pick<DocumentStore, 'read'>,
  uids: readonly string[],
): Promise<Set<string>> {
  const found = await store.read(uids.flatMap((uid) => [docs.user(uid), docs.closure(uid)]));
  return new Set(uids.filter((uid) => found.has(docs.user(uid)) && !found.has(docs.closure(uid))));
}

/** Describes editions for their owner and for screens, in the order of their names. */
async function describeEditions(
  store: DocumentStore,
  uid: string,
  held: readonly Holding[],
): Promise<LeftEdition[]> {
  const datIds = [...new Set(held.map(({ datId }) => datId))];
  const works = await store.read(datIds.flatMap((id) => [docs.datGuard(id), docs.release(id)]));
  const creatorOf = (id: string) => readDatGuard(works.get(docs.datGuard(id))?.data)?.creatorUid;
  const creators = [...new Set(datIds.flatMap((id) => creatorOf(id) ?? []))].filter(
    (creator) => creator !== uid,
  );
  const [takers, profiles] = await Promise.all([
    takersOf(store, creators),
    store.read(creators.map(docs.publicProfile)),
  ]);
  return held
    .map(({ datId, number, isForSale }) => {
      const creator = creatorOf(datId) ?? '';
      const profile = takers.has(creator) ? profiles.get(docs.publicProfile(creator)) : undefined;
      return {
        datId,
        number,
        isForSale,
        song: readLine(works.get(docs.release(datId))?.data.songName) || datId,
        creator: readText(profile?.data.username),
      };
    })
    .sort((a, b) => a.song.localeCompare(b.song, 'en') || a.number - b.number);
}

/** What stands between an account and its end. */
export interface Open {
  /** Empty when the account can be closed. */
  readonly reasons: Reason[];
  /** What is left and, where that is too little to be paid out, given up. */
  readonly rest: Rest;
  /** How many works they have released. */
  readonly works: number;
  /** How many editions of these nobody has bought yet. They stay for sale. */
  readonly unsold: number;
  /** Editions that they own beside these: each is kept unnamed or given away (N-FST-06). */
  readonly editions: readonly LeftEdition[];
}

/** Everything that is open, as sentences for whoever has not decided about their editions. */
export const openTexts = ({ reasons, editions }: Open): string[] => [
  ...reasons.map(({ text }) => text),
  ...(editions.length > 0 ? [`You hold ${many(editions.length, 'edition')}.`] : []),
];

/**
 * What of a user's is still open (N-PPL-03): money worth a payout, tokens, orders, payouts, debts and
 * unfinished releases. Works are no reason to stay, nor are their editions that nobody has bought (decision
 * 55), nor editions that they own: of these they say what becomes of them (N-FST-06).
 */
export async function stillOpen(
  services: Pick<Services, 'store' | 'live'>,
  uid: string,
): Promise<Open> {
  const { store } = services;
  const paths = [docs.userGuard(uid), docs.supplyGuard, docs.operator(uid)] as const;
  const ofUser = { field: 'uid', is: uid };
  const [found, holdings, spot, orders, works, unfinished] = await Promise.all([
    store.read(paths),
    holdingsOf(store, uid),
    spotPriceUsd(services),
    store.list(docs.orders, { limit: 1_000, where: ofUser }),
    worksOf(store, uid),
    unfinishedOf(store, uid),
  ]);
  const [guard, supply] = paths.map((path) => found.get(path)?.data);
  const user = readUserGuard(uid, guard);
  const guards = { user, supply: readSupplyGuard(supply) };
  const worth = worthPaying(guards, spot === undefined ? {} : { spotPriceUsd: spot });
  const unsold = new Set(
    works.flatMap(({ id, editions }) =>
      editions.flatMap((one) =>
        one.ownerUid === uid && !one.wasSold ? `${id}#${one.number}` : [],
      ),
    ),
  );
  const owned = holdings.holdings.filter(
    ({ datId, number, sold }) => !sold && !unsold.has(`${datId}#${number}`),
  );
  const tokens = sum(user.lots.map(({ qty }) => qty));
  const forSale = user.openListings.filter(({ cancelled }) => !cancelled);
  const open = orders.filter(({ data }) => isOpenOrder(data)).length;
  const reasons: (Reason | false)[] = [
    tokens > 0 && { text: `You hold ${many(tokens, 'token')}.`, href: '/wallet' },
    worth.changeMicros > 0 && {
      text: `You have ${formatMicros(worth.changeMicros)} of change.`,
      href: '/wallet',
    },
    worth.rewardQty > 0 && {
      text: `You hold ${many(worth.rewardQty, 'reward token')}.`,
      href: '/cashout',
    },
    worth.earnedMicros > 0 && {
      text: `You have earned ${formatMicros(worth.earnedMicros)}.`,
      href: '/cashout',
    },
    user.debtMicros > 0 && {
      text: `You owe ${formatMicros(user.debtMicros)} after a refund.`,
      href: '/wallet',
    },
    forSale.length > 0 && {
      text: `You have tokens for sale at ${many(forSale.length, 'price')}.`,
      href: '/wallet',
    },
    forSale.length < user.openListings.length && {
      text: 'Tokens that you had for sale are in somebody’s unpaid order.',
      href: '/wallet',
    },
    (open > 0 || user.openOrders.length > 0) && {
      text: `${many(Math.max(open, user.openOrders.length), 'order')} of yours still open.`,
      href: '/wallet',
    },
    user.openPayoutId !== null && { text: 'A payout is on its way.', href: '/cashout' },
    unfinished > 0 && { text: 'A release of yours is not finished.', href: '/release' },
    found.has(docs.operator(uid)) && {
      text: 'You decide at the operators’ desk. Another operator has to end that.',
      href: '/operator',
    },
  ];
  return {
    reasons: reasons.filter((reason) => reason !== false),
    rest: restOf(user),
    works: works.length,
    unsold: unsold.size,
    editions: await describeEditions(store, uid, owned),
  };
}
