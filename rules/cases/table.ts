import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Role } from '../testing/roles.ts';

export type Verb = 'get' | 'list' | 'create' | 'update' | 'delete';
export const verbs: readonly Verb[] = ['get', 'list', 'create', 'update', 'delete'];

type Rights = Partial<Record<Role, readonly Verb[]>>;

export interface Row {
  /** A document that exists, and one in the same collection that does not. */
  readonly path: string;
  readonly missing: string;
  readonly rights: Rights;
  /** Whether a list queries the documents whose field `uid` is the owner's. */
  readonly listsByOwner?: boolean;
  readonly change?: Readonly<Record<string, unknown>>;
}

const read = ['get', 'list'] as const;
const nobody: Rights = {};
const anyoneReads: Rights = {
  visitor: read,
  stranger: read,
  owner: read,
  allowListed: read,
  withoutEmail: read,
};
const anyoneGets: Rights = {
  visitor: ['get'],
  stranger: ['get'],
  owner: ['get'],
  allowListed: ['get'],
  withoutEmail: ['get'],
};
const signedInGet: Rights = { ...anyoneGets, visitor: [] };

const closed = (path: string, missing: string): Row => ({ path, missing, rights: nobody });
const ownersRead = (path: string, missing: string, listsByOwner = false): Row => ({
  path,
  missing,
  rights: { owner: read },
  listsByOwner,
});

/**
 * The rights of every role on every path of Firestore. Two verbs need more than one document and
 * have their own cases: creating a user with its name and profile, and searching users.
 */
export const firestoreTable: readonly Row[] = [
  { path: docs.assetsSummary, missing: 'assetsSummary/p1', rights: anyoneReads },
  { path: docs.musicPage(1), missing: 'musicSummaries/summary_2', rights: anyoneReads },
  { path: docs.analyticsSummary, missing: 'analyticsSummaries/summary_2', rights: anyoneReads },
  { path: docs.datHistory('dat'), missing: docs.datHistory('forged'), rights: anyoneReads },
  // Closed even to both sides named in it: see reading.ts.
  closed(docs.datEvent('entry', 0), docs.datEvent('forged', 0)),
  { path: 'bookDays/2026-11-20', missing: 'bookDays/2026-11-21', rights: anyoneReads },
  { path: docs.timeToPayout, missing: 'TimeToPayout/other', rights: anyoneReads },
  {
    path: docs.publicProfile('owner'),
    missing: docs.publicProfile('nobody'),
    rights: { ...anyoneGets, owner: ['get', 'update'] },
    change: { accountType: 'Artist' },
  },
  { path: docs.username('owner'), missing: docs.username('free'), rights: anyoneGets },
  { path: docs.heldUsername('one'), missing: docs.heldUsername('two'), rights: anyoneGets },
  ownersRead(docs.formerUsernames('owner'), 'users/owner/settings/more'),
  closed(docs.closure('owner'), docs.closure('nobody')),
  closed(docs.erased('owner'), docs.erased('nobody')),
  { path: docs.allowedUsers, missing: 'portalAllowedUsers/more', rights: signedInGet },
  {
    path: docs.user('owner'),
    missing: docs.user('nobody'),
    rights: { owner: ['get', 'update'], allowListed: ['get', 'list'] },
    change: { city: 'Leeds' },
  },
  { path: docs.wallet('owner'), missing: 'users/owner/wallet/spare', rights: { owner: ['get'] } },
  ownersRead(docs.walletPage('owner', 1), docs.walletPage('owner', 2)),
  ownersRead(docs.movement('owner', 'entry'), docs.movement('owner', 'forged')),
  ownersRead(docs.earningsLine('owner', 'line'), docs.earningsLine('owner', 'forged')),
  ownersRead(docs.notification('owner', 'entry'), docs.notification('owner', 'forged')),
  ownersRead(docs.notificationSettings('owner'), 'users/owner/settings/spare'),
  ownersRead(docs.order('order'), docs.order('forged'), true),
  ownersRead('payouts/payout', 'payouts/forged', true),
  ownersRead(docs.listing('listing'), docs.listing('forged'), true),

  closed(docs.orderParts('order'), docs.orderParts('forged')),
  closed(
    docs.publicChange(docs.publicProfile('owner')),
    docs.publicChange(docs.publicProfile('forged')),
  ),
  closed(docs.wish('dat', 'owner'), docs.wish('forged', 'owner')),
  closed(docs.followers('owner'), docs.followers('stranger')),
  closed(docs.follower('artist', 'owner'), docs.follower('artist', 'stranger')),
  closed(docs.follow('owner', 'artist'), docs.follow('owner', 'forged')),
  closed(docs.releaseNews('dat'), docs.releaseNews('forged')),
  closed(docs.statementNews('2026-10'), docs.statementNews('2026-11')),
  closed(docs.application('owner'), docs.application('stranger')),
  closed(docs.report('one'), docs.report('two')),
  closed(docs.operator('owner'), docs.operator('stranger')),
  closed(docs.decision('one'), docs.decision('two')),
  closed(docs.reconcileReport, 'reconcileReports/other'),
  closed(docs.fullReport, 'reconcileReports/another'),
  closed(docs.subtotal('user:owner'), docs.subtotal('user:forged')),
  closed(docs.fold(1), docs.fold(2)),
  closed(docs.foldHead, 'foldStates/forged'),
  closed(docs.mail('entry', 'owner'), docs.mail('forged', 'owner')),
  closed(docs.rateLimit('one'), docs.rateLimit('two')),
  closed(docs.artistName('one'), docs.artistName('two')),
  closed(docs.artistNameOf('owner'), docs.artistNameOf('stranger')),
  closed(docs.entry('entry'), docs.entry('forged')),
  closed(docs.userGuard('owner'), docs.userGuard('stranger')),
  closed(docs.blockGuard('36'), docs.blockGuard('37')),
  closed(docs.queuePage('36', 0), docs.queuePage('36', 1)),
  closed(docs.queueShelf('36', 0), docs.queueShelf('36', 1)),
  closed(docs.supplyGuard, 'guards/other'),
  // The log is public as files; here it is stored beside the identities in it.
  closed(docs.publicLogHead, 'publicLog/other'),
  closed(docs.publicLogChunk(1), docs.publicLogChunk(2)),
  closed(docs.publicLogPerson('owner'), docs.publicLogPerson('nobody')),
  closed(docs.books, 'totals/other'),
  closed('bookBalances/one:0', 'bookBalances/one:1'),
  closed('bookCoins/one:0', 'bookCoins/one:1'),
  closed('bookEntries/one:0', 'bookEntries/one:1'),
  closed(docs.datGuard('dat'), docs.datGuard('forged')),
  closed(docs.workHoldings('owner', 'dat'), docs.workHoldings('owner', 'forged')),
  closed(docs.worksPage('owner', 0), docs.worksPage('owner', 1)),
  closed(docs.datTotals('dat'), docs.datTotals('forged')),
  closed(docs.stripeAccount('owner'), docs.stripeAccount('stranger')),
  closed(docs.release('dat'), docs.release('forged')),
  closed(docs.rebuildRequest, 'rebuildRequests/forged'),
  closed(docs.siteState, 'siteStates/forged'),
  closed(docs.streamRun, 'streamRuns/forged'),
  { path: docs.siteAge, missing: 'siteAges/forged', rights: anyoneGets },
  closed(docs.uploadClaim('file'), docs.uploadClaim('forged')),
  closed(docs.recordingFacts('dat'), docs.recordingFacts('forged')),
  closed(docs.isrc('QZABC2600001'), docs.isrc('QZABC2600002')),
  closed(docs.streamPlace('dat'), docs.streamPlace('forged')),
  closed(docs.monthRecord('dat', 'spotify', '2026-11'), 'streams/forged'),
  closed(docs.streamMonths('dat'), docs.streamMonths('forged')),
  closed(docs.streamImport('file'), docs.streamImport('forged')),
  closed(`${docs.streamQueue}/line`, `${docs.streamQueue}/forged`),
  closed(docs.streamDrop('line'), docs.streamDrop('forged')),
  closed(docs.datIdentifiers('dat'), docs.datIdentifiers('forged')),
  closed(docs.lease('job'), docs.lease('forged')),
  closed(docs.round('job'), docs.round('forged')),
  closed(docs.turn('guards/block:36'), docs.turn('guards/block:37')),
  closed(docs.debt('owner'), docs.debt('stranger')),
  closed(docs.loss('order'), docs.loss('forged')),

  closed('anything/else', 'anything/new'),
  closed('portalAllowedUsers/others', 'portalAllowedUsers/new'),
  closed('users/owner/wallet/other', 'users/owner/wallet/new'),
  closed('users/owner/private/notes', 'users/owner/private/new'),
  closed('users/owner/wallet/main/parts/one', 'users/owner/wallet/main/parts/new'),
  closed('orders/order/parts/one', 'orders/order/parts/new'),
  closed('assetsSummary/main/parts/one', 'assetsSummary/main/parts/new'),
  closed('usernames/owner/parts/one', 'usernames/owner/parts/new'),
  closed('publicProfiles/owner/parts/one', 'publicProfiles/owner/parts/new'),
];
