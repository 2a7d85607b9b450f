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
import { readAllHoldings } from '../stores/works.ts';

export interface Reason {
  readonly text: string;
  readonly href: string;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const formatMany = (count: number, what: string): string =>
  `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

const isOpenOrder = ({ state, edition }: Record<string, unknown>): boolean =>
  state === 'reserved' ||
  state === 'review' ||
  (state === 'settled' && JSON.stringify(edition ?? '').includes('"wanted"'));

const PAGE_SIZE = 300;

async function countUnfinished(store: DocumentStore, uid: string): Promise<number> {
  let unfinished = 0;
  for await (const page of pages(store, docs.releases, PAGE_SIZE, {
    field: 'operatorUid',
    is: uid,
  })) {
    unfinished += page.filter(({ data }) => data.isDone === false).length;
  }
  return unfinished;
}

async function listWorks(store: DocumentStore, uid: string): Promise<DatGuard[]> {
  const works: DatGuard[] = [];
  for await (const page of pages(store, 'dats', PAGE_SIZE, { field: 'creatorUid', is: uid })) {
    works.push(...page.flatMap(({ data }) => readDatGuard(data) ?? []));
  }
  return works;
}

export const editionId = ({ datId, number }: Pick<LeftEdition, 'datId' | 'number'>): string =>
  `${datId}#${number}`;

/** Returns the accounts that can receive an edition: they exist and are not being closed. */
export async function findTakers(
  store: Pick<DocumentStore, 'read'>,
  uids: readonly string[],
): Promise<Set<string>> {
  const found = await store.read(uids.flatMap((uid) => [docs.user(uid), docs.closure(uid)]));
  return new Set(uids.filter((uid) => found.has(docs.user(uid)) && !found.has(docs.closure(uid))));
}

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
    findTakers(store, creators),
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

export interface Open {
  readonly reasons: Reason[];
  /** The remaining balance, which is waived where it is too little to be paid out. */
  readonly rest: Rest;
  readonly works: number;
  /** The number of unsold editions of these works. They stay for sale. */
  readonly unsold: number;
  /** Other editions that they own: each is kept unnamed or given away (N-FST-06). */
  readonly editions: readonly LeftEdition[];
}

export const openTexts = ({ reasons, editions }: Open): string[] => [
  ...reasons.map(({ text }) => text),
  ...(editions.length > 0 ? [`You hold ${formatMany(editions.length, 'edition')}.`] : []),
];

/**
 * Reads everything that is still open for a user (N-PPL-03): money worth a payout, tokens, orders,
 * payouts, debts and unfinished releases. Works and their unsold editions do not block closing
 * (decision 55), and neither do owned editions, about which the user decides (N-FST-06).
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
    readAllHoldings(store, uid),
    spotPriceUsd(services),
    store.list(docs.orders, { limit: 1_000, where: ofUser }),
    listWorks(store, uid),
    countUnfinished(store, uid),
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
    tokens > 0 && { text: `You hold ${formatMany(tokens, 'token')}.`, href: '/wallet' },
    worth.changeMicros > 0 && {
      text: `You have ${formatMicros(worth.changeMicros)} of change.`,
      href: '/wallet',
    },
    worth.rewardQty > 0 && {
      text: `You hold ${formatMany(worth.rewardQty, 'reward token')}.`,
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
      text: `You have tokens for sale at ${formatMany(forSale.length, 'price')}.`,
      href: '/wallet',
    },
    forSale.length < user.openListings.length && {
      text: 'Tokens that you had for sale are in somebody’s unpaid order.',
      href: '/wallet',
    },
    (open > 0 || user.openOrders.length > 0) && {
      text: `You have ${formatMany(Math.max(open, user.openOrders.length), 'open order')}.`,
      href: '/wallet',
    },
    user.openPayoutId !== null && { text: 'A payout is on its way.', href: '/cashout' },
    unfinished > 0 && { text: 'A release of yours is not finished.', href: '/release' },
    found.has(docs.operator(uid)) && {
      text: 'You are an operator. Another operator must remove you first.',
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
