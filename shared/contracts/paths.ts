import { allowedUsersPath } from './allowed-users-path.ts';
import { notificationsPath, settingsPath } from './notification-paths.ts';

export { live } from './live-paths.ts';

/** The paths of Firestore (R-DB-07): documents and collections. Browsers cannot read those marked server only. */
export const docs = {
  assetsSummary: 'assetsSummary/main',
  assetsSummaries: 'assetsSummary',
  /** A page of older rows, from 1; the newest are in `main`. */
  assetsPage: (number: number) => `assetsSummary/p${number}`,
  analyticsSummary: 'analyticsSummaries/summary_1',
  analyticsSummaries: 'analyticsSummaries',
  musicSummaries: 'musicSummaries',
  /** A page of the catalogue, from 1; the next begins where one is full. */
  musicPage: (number: number) => `musicSummaries/summary_${number}`,
  /** The progress of a release, one document for each DAT. Server only. */
  release: (releaseId: string) => `releases/${releaseId}`,
  releases: 'releases',
  /** The claim on an uploaded file: released, or about to be deleted. Server only. */
  uploadClaim: (key: string) => `uploadClaims/${key}`,
  /** The current and earlier facts of a work's recording. Server only. */
  recordingFacts: (datId: string) => `recordingFacts/${datId}`,
  recordingFactsAll: 'recordingFacts',
  /** The work that has an ISRC. Server only. */
  isrc: (isrc: string) => `isrcs/${isrc}`,
  rebuildRequest: 'rebuildRequests/ledger',
  /** The latest request that was forwarded to the builder. */
  rebuildDispatch: 'rebuildRequests/dispatched',
  /** The outcome of the last rebuild. Server only. */
  siteState: 'siteStates/last',
  /** The time as of which pages are up to date; public. */
  siteAge: 'siteAges/ledger',
  allowedUsers: allowedUsersPath,
  timeToPayout: 'TimeToPayout/config',
  user: (uid: string) => `users/${uid}`,
  users: 'users',
  wallet: (uid: string) => `users/${uid}/wallet/main`,
  /** The works that do not fit in a wallet's `main`, a hundred on a page, from 1. */
  walletPages: (uid: string) => `users/${uid}/works`,
  walletPage: (uid: string, page: number) => `users/${uid}/works/p${page}`,
  movements: (uid: string) => `users/${uid}/movements`,
  movement: (uid: string, entryId: string) => `users/${uid}/movements/${entryId}`,
  /** A user's earnings, summed by month: see earnings-line.ts. */
  earningsLines: (uid: string) => `users/${uid}/earnings`,
  earningsLine: (uid: string, lineId: string) => `users/${uid}/earnings/${lineId}`,
  /** A user's notifications, by journal entry: see notification.ts. */
  notifications: notificationsPath,
  notification: (uid: string, entryId: string) => `${notificationsPath(uid)}/${entryId}`,
  settings: settingsPath,
  notificationSettings: (uid: string) => `${settingsPath(uid)}/notifications`,
  /** An e-mail, sent or to be sent. Server only. */
  mail: (entryId: string, uid: string) => `mails/${entryId}:${uid}`,
  mails: 'mails',
  /** A request to be notified when an edition of a DAT is for sale. Server only. */
  wish: (datId: string, uid: string) => `wishes/${datId}:${uid}`,
  wishes: 'wishes',
  /**
   * Followers of an artist with their count, the artists a user follows, and releases whose followers are
   * still to be notified. All server only.
   */
  followers: (artistUid: string) => `followers/${artistUid}`,
  followersAll: 'followers',
  followersOf: (artistUid: string) => `followers/${artistUid}/people`,
  follower: (artistUid: string, uid: string) => `followers/${artistUid}/people/${uid}`,
  follows: (uid: string) => `users/${uid}/follows`,
  follow: (uid: string, artistUid: string) => `users/${uid}/follows/${artistUid}`,
  releaseNews: (datId: string) => `releaseNews/${datId}`,
  releaseNewsAll: 'releaseNews',
  /** The progress of a month's statement notifications. Server only. */
  statementNews: (month: string) => `statementNews/${month}`,
  /** An application to release. Server only. */
  application: (uid: string) => `applications/${uid}`,
  applications: 'applications',
  /** A user's report about a work. Server only. */
  report: (id: string) => `reports/${id}`,
  reports: 'reports',
  /** An account that runs the operators' desk. Server only. */
  operator: (uid: string) => `operators/${uid}`,
  operators: 'operators',
  /** The mark that shows the desk in an operator's own menu. It is written with `operator` and grants no right. */
  operatorSetting: (uid: string) => `${settingsPath(uid)}/operator`,
  /** An operator's decision with its reason. Server only. */
  decision: (id: string) => `decisions/${id}`,
  decisions: 'decisions',
  /** The result of the last comparison of the books. Server only. */
  reconcileReport: 'reconcileReports/last',
  username: (lower: string) => `usernames/${lower}`,
  usernames: 'usernames',
  /** A username that was given up, by its hash: see held-username.ts. */
  heldUsername: (hash: string) => `heldUsernames/${hash}`,
  heldUsernames: 'heldUsernames',
  /** The usernames that a user gave up, and until when they are held. */
  formerUsernames: (uid: string) => `${settingsPath(uid)}/usernames`,
  /** The owner of one key of an artist name; see functions/names. Server only. */
  artistName: (key: string) => `artistNames/${key}`,
  /** The artist name of an account. Server only. */
  artistNameOf: (uid: string) => `artistNamesOf/${uid}`,
  publicProfile: (uid: string) => `publicProfiles/${uid}`,
  publicProfiles: 'publicProfiles',
  /** The time at which a document that the ledger is built from last changed. Server only. */
  publicChange: (path: string) => `publicChanges/${path.replace('/', ':')}`,
  publicChanges: 'publicChanges',
  /** A closed account that is not erased yet. Server only. */
  closure: (uid: string) => `closures/${uid}`,
  closures: 'closures',
  /**
   * The mark of an erased user, kept for a day: longer than any of their tokens lives. The rules of Firestore
   * and Storage read it and refuse writes. Server only.
   */
  erased: (uid: string) => `erased/${uid}`,
  erasedAll: 'erased',
  order: (orderId: string) => `orders/${orderId}`,
  orders: 'orders',
  /** The sources of an order's tokens, which its buyer cannot read. Server only. */
  orderParts: (orderId: string) => `orderParts/${orderId}`,
  listing: (listingId: string) => `listings/${listingId}`,
  /** The calls of a user in the current minute; deleted an hour later. Server only. */
  rateLimit: (key: string) => `rateLimits/${key}`,
  lease: (job: string) => `leases/${job}`,
  /** The turn to write a guard that several processes write. Server only. */
  turn: (guard: string) => `turns/${guard.replaceAll('/', ':')}`,
  journal: 'journal',
  entry: (entryId: string) => `journal/${entryId}`,
  userGuard: (uid: string) => `guards/user:${uid}`,
  blockGuard: (blockId: string) => `guards/block:${blockId}`,
  queuePage: (blockId: string, number: number) => `guards/queuePage:${blockId}:${number}`,
  queueShelf: (blockId: string, number: number) => `guards/queueShelf:${blockId}:${number}`,
  /** A user's debt; the jobs check the earnings of these users. */
  debt: (uid: string) => `debts/${uid}`,
  debts: 'debts',
  loss: (orderId: string) => `losses/${orderId}`,
  losses: 'losses',
  supplyGuard: 'guards/supply',
  workHoldings: (uid: string, datId: string) => `guards/holdings:${uid}:${datId}`,
  /** A page of a user's works, from 0, and the common prefix of all their pages. */
  worksPage: (uid: string, page: number) => `guards/works:${uid}:${page}`,
  worksPages: (uid: string) => `guards/works:${uid}:`,
  datGuard: (datId: string) => `dats/${datId}`,
  streamShares: (datId: string, month: string) => `guards/streams:${datId}:${month}`,
  /** The events of DATS with the uids of both sides, numbered from 0 within an entry. Server only. */
  datEvent: (entryId: string, index: number) => `datEvents/${entryId}:${index}`,
  datEvents: 'datEvents',
  datHistory: (datId: string) => `datHistories/${datId}`,
  datHistories: 'datHistories',
  /** The length of the public log, and the state its next line continues from. */
  publicLogHead: 'publicLog/head',
  /** A chunk of some hundred lines of the public log, numbered from 1. */
  publicLogChunk: (number: number) => `publicLog/head/lines/${String(number).padStart(8, '0')}`,
  /** A person's secret in the public log. Server only. */
  publicLogPerson: (uid: string) => `publicLogPeople/${uid}`,
  publicLogPeople: 'publicLogPeople',
  payout: (payoutId: string) => `payouts/${payoutId}`,
  payouts: 'payouts',
  /** A user's account and customer ids at Stripe. Server only. */
  stripeAccount: (uid: string) => `stripeAccounts/${uid}`,
  /** The sums of all entries, in parts; `books` has the sums that are older than the parts. */
  books: 'totals/books',
  booksPart: (number: number) => `totals/books:${number}`,
  bookDays: 'bookDays',
  /** Each user's balance behind the totals of a day. Server only. */
  bookBalances: 'bookBalances',
  /** The public list of coins of a closed day. It is published as a file; the document is server only. */
  bookCoins: 'bookCoins',
  /** The journal entries counted in a closed day. Server only. */
  bookEntries: 'bookEntries',
  /** A DAT's total earnings, on which no decision depends. */
  datTotals: (datId: string) => `totals/dat:${datId}`,
  /** All reports about a DAT on one platform in one month; the analytics are derived from them. */
  streamShelf: (datId: string, platform: string, month: string) =>
    `streams/${datId}:${platform}:${month}`,
  streamShelves: 'streams',
  streamShelvesOf: (datId: string) => `streams/${datId}:`,
  /** The shelves of works that are not matched to a DAT yet. */
  streamQueue: 'streamQueue',
  /** A queued shelf that a person dropped. */
  streamDrop: (id: string) => `streamDrops/${id}`,
  streamImport: (fileKey: string) => `streamImports/${fileKey}`,
  streamMonths: (datId: string) => `streamMonths/${datId}`,
  /** The analytics summary that has a DAT's entry. Server only. */
  streamPlace: (datId: string) => `streamPlaces/${datId}`,
  datIdentifiers: (datId: string) => `datIdentifiers/${datId}`,
  datIdentifiersAll: 'datIdentifiers',
} as const;
