import { allowedUsersPath } from './allowed-users-path.ts';
import { notificationsPath, settingsPath } from './notification-paths.ts';

export { live } from './live-paths.ts';

/** Every path of Firestore, spelt once (R-DB-07): documents and collections. */
export const docs = {
  assetsSummary: 'assetsSummary/main',
  assetsSummaries: 'assetsSummary',
  /** Older rows than those of `main`, from 1. */
  assetsPage: (number: number) => `assetsSummary/p${number}`,
  analyticsSummary: 'analyticsSummaries/summary_1',
  analyticsSummaries: 'analyticsSummaries',
  musicSummaries: 'musicSummaries',
  /** From 1; a later one begins where an earlier one is full. */
  musicPage: (number: number) => `musicSummaries/summary_${number}`,
  /** The progress of a release; one document per DAT. Closed to browsers. */
  release: (releaseId: string) => `releases/${releaseId}`,
  releases: 'releases',
  /** Whether an uploaded file is a release's, or is about to be deleted. Closed to browsers. */
  uploadClaim: (key: string) => `uploadClaims/${key}`,
  /** Facts of a work's recording, now and before. Closed to browsers, like the next. */
  recordingFacts: (datId: string) => `recordingFacts/${datId}`,
  recordingFactsAll: 'recordingFacts',
  /** Which work has an ISRC. */
  isrc: (isrc: string) => `isrcs/${isrc}`,
  /** When a rebuild of the ledger's pages was last requested. */
  rebuildRequest: 'rebuildRequests/ledger',
  /** Which of these requests has been forwarded to the builder. */
  rebuildDispatch: 'rebuildRequests/dispatched',
  /** What became of the last rebuild. Closed to browsers. */
  siteState: 'siteStates/last',
  /** As of when the pages show everything; public. */
  siteAge: 'siteAges/ledger',
  allowedUsers: allowedUsersPath,
  timeToPayout: 'TimeToPayout/config',
  user: (uid: string) => `users/${uid}`,
  users: 'users',
  wallet: (uid: string) => `users/${uid}/wallet/main`,
  /** The works of a wallet that `main` has no room for, a hundred on each page, from 1. */
  walletPages: (uid: string) => `users/${uid}/works`,
  walletPage: (uid: string, page: number) => `users/${uid}/works/p${page}`,
  movements: (uid: string) => `users/${uid}/movements`,
  movement: (uid: string, entryId: string) => `users/${uid}/movements/${entryId}`,
  /** What a user earned, in sums of a month: see earnings-line.ts. */
  earningsLines: (uid: string) => `users/${uid}/earnings`,
  earningsLine: (uid: string, lineId: string) => `users/${uid}/earnings/${lineId}`,
  /** What a user is told at the bell, by the entry it is of: see notification.ts. */
  notifications: notificationsPath,
  notification: (uid: string, entryId: string) => `${notificationsPath(uid)}/${entryId}`,
  settings: settingsPath,
  notificationSettings: (uid: string) => `${settingsPath(uid)}/notifications`,
  /** E-mail that is to be sent, or was. Closed to browsers. */
  mail: (entryId: string, uid: string) => `mails/${entryId}:${uid}`,
  mails: 'mails',
  /** Who is to be told when an edition of a DAT is for sale. Closed to browsers. */
  wish: (datId: string, uid: string) => `wishes/${datId}:${uid}`,
  wishes: 'wishes',
  /**
   * How many follow an artist, and who; whom a user follows; releases whose followers are still to be
   * told. All closed to browsers.
   */
  followers: (artistUid: string) => `followers/${artistUid}`,
  followersAll: 'followers',
  followersOf: (artistUid: string) => `followers/${artistUid}/people`,
  follower: (artistUid: string, uid: string) => `followers/${artistUid}/people/${uid}`,
  follows: (uid: string) => `users/${uid}/follows`,
  follow: (uid: string, artistUid: string) => `users/${uid}/follows/${artistUid}`,
  releaseNews: (datId: string) => `releaseNews/${datId}`,
  releaseNewsAll: 'releaseNews',
  /** How far users have been told what they earned in a month. Closed to browsers. */
  statementNews: (month: string) => `statementNews/${month}`,
  /** Who asked to be allowed to release, and how far that is. Closed to browsers, like the next four. */
  application: (uid: string) => `applications/${uid}`,
  applications: 'applications',
  /** What somebody says is wrong with a work. */
  report: (id: string) => `reports/${id}`,
  reports: 'reports',
  /** Who runs the operators' desk. */
  operator: (uid: string) => `operators/${uid}`,
  operators: 'operators',
  /** That a user runs the desk, for their own menu: written with `operator`, and no right by itself. */
  operatorSetting: (uid: string) => `${settingsPath(uid)}/operator`,
  /** What operators decided, and why. */
  decision: (id: string) => `decisions/${id}`,
  decisions: 'decisions',
  /** What the last comparison of the books found. */
  reconcileReport: 'reconcileReports/last',
  username: (lower: string) => `usernames/${lower}`,
  usernames: 'usernames',
  /** That a username was given up, by its hash: see held-username.ts. */
  heldUsername: (hash: string) => `heldUsernames/${hash}`,
  heldUsernames: 'heldUsernames',
  /** Which usernames a user gave up, and until when they are held back. */
  formerUsernames: (uid: string) => `${settingsPath(uid)}/usernames`,
  /** Who owns one key of a name; see functions/names. Closed to browsers, like the next. */
  artistName: (key: string) => `artistNames/${key}`,
  /** Which artist name an account has. */
  artistNameOf: (uid: string) => `artistNamesOf/${uid}`,
  publicProfile: (uid: string) => `publicProfiles/${uid}`,
  publicProfiles: 'publicProfiles',
  /** When a document that the ledger is built from last changed. Closed to browsers. */
  publicChange: (path: string) => `publicChanges/${path.replace('/', ':')}`,
  publicChanges: 'publicChanges',
  /** That a user has closed their account, until it is erased. Closed to browsers. */
  closure: (uid: string) => `closures/${uid}`,
  closures: 'closures',
  /**
   * That a user was erased, for a day: longer than any token of theirs lives. The rules of Firestore and
   * Storage read it, so that nothing of them is written again. Closed to browsers.
   */
  erased: (uid: string) => `erased/${uid}`,
  erasedAll: 'erased',
  order: (orderId: string) => `orders/${orderId}`,
  orders: 'orders',
  /**
   * Whose tokens an order takes: the half of it that its buyer does not read. Closed to browsers.
   */
  orderParts: (orderId: string) => `orderParts/${orderId}`,
  listing: (listingId: string) => `listings/${listingId}`,
  /**
   * How many calls a user has made in the current minute; deleted an hour later. Closed to
   * browsers.
   */
  rateLimit: (key: string) => `rateLimits/${key}`,
  /** Which process runs a job. */
  lease: (job: string) => `leases/${job}`,
  /** Whose turn it is to write a guard that several processes write. Closed to browsers. */
  turn: (guard: string) => `turns/${guard.replaceAll('/', ':')}`,
  journal: 'journal',
  entry: (entryId: string) => `journal/${entryId}`,
  userGuard: (uid: string) => `guards/user:${uid}`,
  blockGuard: (blockId: string) => `guards/block:${blockId}`,
  queuePage: (blockId: string, number: number) => `guards/queuePage:${blockId}:${number}`,
  queueShelf: (blockId: string, number: number) => `guards/queueShelf:${blockId}:${number}`,
  /** Where listings that used to be in their block's guard went. */
  /** Who owes the platform how much: the users whose earnings have to be looked at. */
  debt: (uid: string) => `debts/${uid}`,
  debts: 'debts',
  /** What the platform lost by one order whose payment was taken back. */
  loss: (orderId: string) => `losses/${orderId}`,
  losses: 'losses',
  supplyGuard: 'guards/supply',
  /** What a user has or had of a DAT. */
  workHoldings: (uid: string, datId: string) => `guards/holdings:${uid}:${datId}`,
  /** Which works are on a page of a user's, from 0; and how the paths of all their pages begin. */
  worksPage: (uid: string, page: number) => `guards/works:${uid}:${page}`,
  worksPages: (uid: string) => `guards/works:${uid}:`,
  /** What a user has or had of all DATS, from before each had a document of its own. */
  datGuard: (datId: string) => `dats/${datId}`,
  /** Which of a DAT's streams have been shared among its owners. */
  streamShares: (datId: string, month: string) => `guards/streams:${datId}:${month}`,
  /**
   * What happened to DATS, with the uids of both sides: documents of one entry, numbered from 0.
   * Closed to browsers.
   */
  datEvent: (entryId: string, index: number) => `datEvents/${entryId}:${index}`,
  datEvents: 'datEvents',
  /** A DAT's history as the public sees it. */
  datHistory: (datId: string) => `datHistories/${datId}`,
  datHistories: 'datHistories',
  /** How long the public log is, and what its next line continues from. */
  publicLogHead: 'publicLog/head',
  /** Lines of the public log, some hundred in a document; numbered from 1. */
  publicLogChunk: (number: number) => `publicLog/head/lines/${String(number).padStart(8, '0')}`,
  /** Who is who in the public log: closed to everyone. */
  publicLogPerson: (uid: string) => `publicLogPeople/${uid}`,
  publicLogPeople: 'publicLogPeople',
  payout: (payoutId: string) => `payouts/${payoutId}`,
  payouts: 'payouts',
  /** A user's account and customer at Stripe; closed to everyone. */
  stripeAccount: (uid: string) => `stripeAccounts/${uid}`,
  /** Sums of all entries, in parts; what was booked before there were any is in `books`. */
  books: 'totals/books',
  booksPart: (number: number) => `totals/books:${number}`,
  /** The public books, one document for each UTC day. */
  bookDays: 'bookDays',
  /** What is owed to each user, behind the totals; closed to everyone. */
  bookBalances: 'bookBalances',
  /** The public list of coins of a closed day; as a file it is public, here it is closed. */
  bookCoins: 'bookCoins',
  /** Which journal entries a closed day has counted; closed to everyone. */
  bookEntries: 'bookEntries',
  /** What a DAT earned in all: sums that no decision depends on. */
  datTotals: (datId: string) => `totals/dat:${datId}`,
  /**
   * Everything reported about a DAT on a platform in a month; the analytics are derived from it.
   */
  streamShelf: (datId: string, platform: string, month: string) =>
    `streams/${datId}:${platform}:${month}`,
  streamShelves: 'streams',
  /** How the paths of a DAT's shelves begin. */
  streamShelvesOf: (datId: string) => `streams/${datId}:`,
  /** The same for a work that no DAT has been found for yet. */
  streamQueue: 'streamQueue',
  /** A place of the queue that a person has dropped. */
  streamDrop: (id: string) => `streamDrops/${id}`,
  streamImport: (fileKey: string) => `streamImports/${fileKey}`,
  streamMonths: (datId: string) => `streamMonths/${datId}`,
  /** Which of the analytics summaries has a DAT's entry. Closed to browsers. */
  streamPlace: (datId: string) => `streamPlaces/${datId}`,
  datIdentifiers: (datId: string) => `datIdentifiers/${datId}`,
  datIdentifiersAll: 'datIdentifiers',
} as const;
