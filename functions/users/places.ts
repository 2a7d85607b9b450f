import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { type DocumentStore, type Found, pages, startingWith } from '../stores/document-store.ts';

/**
 * The fate of a document when its account is closed. `erased`: it is deleted. `kept`: the books
 * need it; it holds numbers and the uid, which then names nobody. `passes`: it expires soon.
 * `on-works`: it is deleted, unless its owner has released works, which carry the artist's name
 * (decision 55).
 */
export type End = 'erased' | 'kept' | 'passes' | 'on-works';

export interface Place {
  readonly what: string;
  /** The prefix of the paths of this user's documents; a whole path for a single document. */
  readonly prefix: (uid: string) => string;
  readonly end: End;
  /** Lists the user's own documents there; missing where a document also belongs to others. */
  readonly find?: (store: DocumentStore, uid: string) => Promise<Found[]>;
}

const PAGE_SIZE = 300;

async function listAll(
  store: DocumentStore,
  collection: string,
  where?: { field: string; is: string },
): Promise<Found[]> {
  const found: Found[] = [];
  for await (const page of pages(store, collection, PAGE_SIZE, where)) found.push(...page);
  return found;
}

const one = (what: string, end: End, path: (uid: string) => string): Place => ({
  what,
  prefix: path,
  end,
  async find(store, uid) {
    const stored = (await store.read([path(uid)])).get(path(uid));
    return stored ? [{ path: path(uid), ...stored }] : [];
  },
});

const below = (what: string, end: End, collection: (uid: string) => string): Place => ({
  what,
  prefix: (uid) => `${collection(uid)}/`,
  end,
  find: (store, uid) => listAll(store, collection(uid)),
});

/** Describes documents whose paths begin with a prefix of the user, like `guards/holdings:{uid}:`. */
const beginning = (what: string, end: End, prefix: (uid: string) => string): Place => ({
  what,
  prefix,
  end,
  async find(store, uid) {
    const found: Found[] = [];
    for await (const page of startingWith(store, prefix(uid), PAGE_SIZE)) found.push(...page);
    return found;
  },
});

const naming = (what: string, end: End, collection: string, field = 'uid'): Place => ({
  what,
  prefix: () => `${collection}/`,
  end,
  find: (store, uid) => listAll(store, collection, { field, is: uid }),
});

/** Describes documents about several users, or about a work. Each user's history repeats their part. */
const shared = (what: string, prefix: string, end: End = 'kept'): Place => ({
  what,
  prefix: () => prefix,
  end,
});

/**
 * Every place of Firestore that stores something about a user (N-PPL-02, N-PPL-03): the download
 * shows these, and closing an account erases them. A missing place fails the tests of both.
 */
export const places: readonly Place[] = [
  one('Account', 'erased', docs.user),
  one('Public profile', 'on-works', docs.publicProfile),
  naming('Username', 'on-works', 'usernames'),
  one('Artist name', 'on-works', docs.artistNameOf),
  naming('Artist name (normalised)', 'on-works', 'artistNames'),
  one('Application to release', 'erased', docs.application),
  below('Notifications', 'erased', docs.notifications),
  below('Settings', 'erased', docs.settings),
  naming('E-mail that was sent or is due', 'erased', docs.mails),
  below('Artists you follow', 'erased', docs.follows),
  one('How many follow you', 'erased', docs.followers),
  naming('Sale alerts', 'erased', docs.wishes),
  one('Account and customer at the payment provider', 'erased', docs.stripeAccount),
  one('Closing of the account', 'on-works', docs.closure),
  one('Note of an erased account', 'passes', docs.erased),
  one('Secret number in the public log', 'kept', docs.publicLogPerson),
  one('Balances', 'kept', docs.userGuard),
  beginning('Editions', 'kept', (uid) => docs.workHoldings(uid, '')),
  beginning('Pages of works', 'kept', docs.worksPages),
  one('Debt', 'kept', docs.debt),
  below('Wallet', 'kept', (uid) => `${docs.user(uid)}/wallet`),
  below('Works in the wallet', 'kept', docs.walletPages),
  below('History', 'kept', docs.movements),
  below('Earnings', 'kept', docs.earningsLines),
  naming('Orders', 'kept', docs.orders),
  naming('Tokens put up for sale', 'kept', 'listings'),
  naming('Payouts', 'kept', docs.payouts),
  one('Right to decide at the operators’ desk', 'erased', docs.operator),
  shared('Whose tokens an order takes', 'orderParts/'),
  shared('The journal of the books', 'journal/'),
  shared('Sums of the journal by account', 'subtotals/'),
  shared('Which entries the sums have', 'folds/', 'passes'),
  shared('Stock and queues of tokens', 'guards/'),
  shared('Works and their editions', 'dats/'),
  shared('What happened to works', 'datEvents/'),
  shared('Rows of works', 'assetsSummary/'),
  shared('Existing releases', 'musicSummaries/'),
  shared('Releases', 'releases/'),
  shared('Balances behind the public books', 'bookBalances/'),
  shared('Coins of closed days', 'bookCoins/'),
  shared('Streams of works', 'guards/streams'),
  shared('Uploads of a release', 'uploadClaims/'),
  shared('Decisions of operators', 'decisions/'),
  shared('Who may release', docs.allowedUsers),
  shared('Followers of accounts that every new user follows', 'users/'),
  shared('Followers of an artist', 'followers/', 'erased'),
  shared('Who was notified of what they earned', 'statementNews/', 'passes'),
  shared('When what is public changed', 'publicChanges/', 'passes'),
  shared('How often calls were made', 'rateLimits/', 'passes'),
  shared('How far checks of all users have come', 'rounds/', 'passes'),
];

/** Lists the values of the Realtime Database that the user wrote; they are erased. */
export const ownLiveValues = (uid: string): string[] => [
  live.ownCounter(uid, 'credits'),
  live.ownCounter(uid, 'stats'),
];

/** Lists all of a user's values there. The others are derived from the books and stay with them. */
export const liveValues = (uid: string): string[] => [
  ...ownLiveValues(uid),
  live.creditSummary(uid),
  live.utilityWallet(uid),
  live.rewardWallet(uid),
  live.utilitySpend(uid),
];

/**
 * Finds the place that a document belongs to: the first match. A document below the user's own must
 * have a place of its own.
 */
export function findPlace(path: string, uid: string): Place | undefined {
  const isOwn = path.startsWith(`${docs.user(uid)}/`);
  return places.find(
    ({ prefix, find }) =>
      (find !== undefined || !isOwn) &&
      (path === prefix(uid) || path.startsWith(asFolder(prefix(uid)))),
  );
}

const asFolder = (prefix: string): string => (/[/:]$/.test(prefix) ? prefix : `${prefix}/\0`);
