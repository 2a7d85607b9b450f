import { allowedUsersPath } from './allowed-users-path.ts';
import { notificationsPath, settingsPath } from './notification-paths.ts';

export { live } from './live-paths.ts';

/** The paths of Firestore (R-DB-07): documents and collections. Its rules say which ones browsers can read. */
export const docs = {
  assetsSummary: 'assetsSummary/main',
  assetsSummaries: 'assetsSummary',
  /** A page of older rows, from 1; the newest are in `main`. */
  assetsPage: (number: number) => `assetsSummary/p${number}`,
  analyticsSummary: 'analyticsSummaries/summary_1',
  analyticsSummaries: 'analyticsSummaries',
  musicSummaries: 'musicSummaries',
  /** A page of existing releases, from 1; the next begins where one is full. */
  musicPage: (number: number) => `musicSummaries/summary_${number}`,
  release: (releaseId: string) => `releases/${releaseId}`,
  releases: 'releases',
  uploadClaim: (key: string) => `uploadClaims/${key}`,
  recordingFacts: (datId: string) => `recordingFacts/${datId}`,
  recordingFactsAll: 'recordingFacts',
  isrc: (isrc: string) => `isrcs/${isrc}`,
  rebuildRequest: 'rebuildRequests/ledger',
  rebuildDispatch: 'rebuildRequests/dispatched',
  siteState: 'siteStates/last',
  streamRun: 'streamRuns/last',
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
  earningsLines: (uid: string) => `users/${uid}/earnings`,
  earningsLine: (uid: string, lineId: string) => `users/${uid}/earnings/${lineId}`,
  notifications: notificationsPath,
  notification: (uid: string, entryId: string) => `${notificationsPath(uid)}/${entryId}`,
  settings: settingsPath,
  notificationSettings: (uid: string) => `${settingsPath(uid)}/notifications`,
  mail: (entryId: string, uid: string) => `mails/${entryId}:${uid}`,
  mails: 'mails',
  wish: (datId: string, uid: string) => `wishes/${datId}:${uid}`,
  wishes: 'wishes',
  followers: (artistUid: string) => `followers/${artistUid}`,
  followersAll: 'followers',
  followersOf: (artistUid: string) => `followers/${artistUid}/people`,
  follower: (artistUid: string, uid: string) => `followers/${artistUid}/people/${uid}`,
  follows: (uid: string) => `users/${uid}/follows`,
  follow: (uid: string, artistUid: string) => `users/${uid}/follows/${artistUid}`,
  releaseNews: (datId: string) => `releaseNews/${datId}`,
  releaseNewsAll: 'releaseNews',
  statementNews: (month: string) => `statementNews/${month}`,
  application: (uid: string) => `applications/${uid}`,
  applications: 'applications',
  report: (id: string) => `reports/${id}`,
  reports: 'reports',
  operator: (uid: string) => `operators/${uid}`,
  operators: 'operators',
  /** The flag that shows the desk in an operator's own menu. It is written with `operator` and grants no right. */
  operatorSetting: (uid: string) => `${settingsPath(uid)}/operator`,
  decision: (id: string) => `decisions/${id}`,
  decisions: 'decisions',
  reconcileReport: 'reconcileReports/last',
  /** The report of the last comparison of everything. */
  fullReport: 'reconcileReports/full',
  /** The sum of an account's postings that reconciling has folded (decision 74). */
  subtotal: (account: string) => `subtotals/${account}`,
  subtotals: 'subtotals',
  /** A fold, numbered from 1: the entries that were added to the subtotals together. */
  fold: (number: number) => `folds/${String(number).padStart(8, '0')}`,
  folds: 'folds',
  foldHead: 'foldStates/head',
  /** How far the hourly comparison has come without a difference. */
  foldCompared: 'foldStates/compared',
  username: (lower: string) => `usernames/${lower}`,
  usernames: 'usernames',
  heldUsername: (hash: string) => `heldUsernames/${hash}`,
  heldUsernames: 'heldUsernames',
  formerUsernames: (uid: string) => `${settingsPath(uid)}/usernames`,
  artistName: (key: string) => `artistNames/${key}`,
  artistNameOf: (uid: string) => `artistNamesOf/${uid}`,
  publicProfile: (uid: string) => `publicProfiles/${uid}`,
  publicProfiles: 'publicProfiles',
  publicChange: (path: string) => `publicChanges/${path.replace('/', ':')}`,
  publicChanges: 'publicChanges',
  closure: (uid: string) => `closures/${uid}`,
  closures: 'closures',
  /**
   * The tombstone of an erased user, kept for a day: longer than any of their tokens lives. The rules of Firestore
   * and Storage read it and refuse writes.
   */
  erased: (uid: string) => `erased/${uid}`,
  erasedAll: 'erased',
  order: (orderId: string) => `orders/${orderId}`,
  orders: 'orders',
  orderParts: (orderId: string) => `orderParts/${orderId}`,
  listing: (listingId: string) => `listings/${listingId}`,
  /** The calls of a user in the current minute; deleted an hour later. */
  rateLimit: (key: string) => `rateLimits/${key}`,
  lease: (job: string) => `leases/${job}`,
  /** How far a job has come that looks at all users, a part in each run. */
  round: (job: string) => `rounds/${job}`,
  /** The turn to write a guard that several processes write. */
  turn: (guard: string) => `turns/${guard.replaceAll('/', ':')}`,
  journal: 'journal',
  entry: (entryId: string) => `journal/${entryId}`,
  guards: 'guards',
  userGuard: (uid: string) => `guards/user:${uid}`,
  blockGuard: (blockId: string) => `guards/block:${blockId}`,
  queuePage: (blockId: string, number: number) => `guards/queuePage:${blockId}:${number}`,
  queueShelf: (blockId: string, number: number) => `guards/queueShelf:${blockId}:${number}`,
  debt: (uid: string) => `debts/${uid}`,
  debts: 'debts',
  loss: (orderId: string) => `losses/${orderId}`,
  losses: 'losses',
  supplyGuard: 'guards/supply',
  workHoldings: (uid: string, datId: string) => `guards/holdings:${uid}:${datId}`,
  /** A page of a user's works, numbered from 0. */
  worksPage: (uid: string, page: number) => `guards/works:${uid}:${page}`,
  /** The common prefix of all pages of a user's works. */
  worksPages: (uid: string) => `guards/works:${uid}:`,
  datGuard: (datId: string) => `dats/${datId}`,
  streamShares: (datId: string, month: string) => `guards/streams:${datId}:${month}`,
  datEvent: (entryId: string, index: number) => `datEvents/${entryId}:${index}`,
  datEvents: 'datEvents',
  datHistory: (datId: string) => `datHistories/${datId}`,
  datHistories: 'datHistories',
  publicLogHead: 'publicLog/head',
  /** A chunk of some hundred lines of the public log, numbered from 1. */
  publicLogChunk: (number: number) => `publicLog/head/lines/${String(number).padStart(8, '0')}`,
  publicLogPerson: (uid: string) => `publicLogPeople/${uid}`,
  publicLogPeople: 'publicLogPeople',
  payout: (payoutId: string) => `payouts/${payoutId}`,
  payouts: 'payouts',
  stripeAccount: (uid: string) => `stripeAccounts/${uid}`,
  /** The sums of all entries, in parts; `books` has the sums that are older than the parts. */
  books: 'totals/books',
  booksPart: (number: number) => `totals/books:${number}`,
  bookDays: 'bookDays',
  bookBalances: 'bookBalances',
  /** The public list of coins of a closed day. It is published as a file; the document is server only. */
  bookCoins: 'bookCoins',
  bookEntries: 'bookEntries',
  /** A DAT's total earnings, on which no decision depends. */
  datTotals: (datId: string) => `totals/dat:${datId}`,
  /** All reports about a DAT on one platform in one month; the analytics are derived from them. */
  monthRecord: (datId: string, platform: string, month: string) =>
    `streams/${datId}:${platform}:${month}`,
  monthRecords: 'streams',
  monthRecordsOf: (datId: string) => `streams/${datId}:`,
  /** The month records of works that are not matched to a DAT yet. */
  streamQueue: 'streamQueue',
  streamDrop: (id: string) => `streamDrops/${id}`,
  streamImport: (fileKey: string) => `streamImports/${fileKey}`,
  streamMonths: (datId: string) => `streamMonths/${datId}`,
  streamPlace: (datId: string) => `streamPlaces/${datId}`,
  datIdentifiers: (datId: string) => `datIdentifiers/${datId}`,
  datIdentifiersAll: 'datIdentifiers',
} as const;
