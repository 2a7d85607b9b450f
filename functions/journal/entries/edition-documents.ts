import {
  readDatGuard,
  readUserGuard,
  readWorkHoldings,
  readWorksPage,
} from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Account } from '@datchain/shared/domain/books/editions.ts';
import {
  type DatGuard,
  emptyHoldings,
  type HoldingsGuard,
  type UserGuard,
  type WorkHoldings,
  type WorkSums,
  type WorksPage,
} from '@datchain/shared/domain/books/guards.ts';
import {
  addWork,
  changeWork,
  noWorks,
  pageAfter,
  streamedOf,
  sumsOfWork,
  withStreams,
} from '@datchain/shared/domain/books/works.ts';
import type { Accepted, View } from '../entry.ts';

export const datDocument = (dat: DatGuard) => ({ path: docs.datGuard(dat.id), data: dat });

export const accountPaths = (uid: string, datId: string): string[] => [
  docs.userGuard(uid),
  docs.workHoldings(uid, datId),
];

export const findDat = (view: View, datId: string): DatGuard | undefined =>
  readDatGuard(view(docs.datGuard(datId)));

export const readPage = (view: View, uid: string, page: number): WorksPage =>
  readWorksPage(uid, page, view(docs.worksPage(uid, page)));

/** Reads what a user has of one DAT, without the earnings of its streams: those are on the work's page. */
export const readWork = (view: View, uid: string, datId: string): WorkHoldings | undefined =>
  readWorkHoldings(view(docs.workHoldings(uid, datId)));

function readHoldings(view: View, uid: string, datId: string): HoldingsGuard {
  const work = readWork(view, uid, datId);
  return work ? { uid, holdings: work.holdings, created: work.created } : emptyHoldings(uid);
}

/**
 * Reads the guards of several users, once each, with what they have of one DAT. A user without guards gets
 * empty ones.
 */
export function readAccounts(
  view: View,
  uids: Iterable<string>,
  datId: string,
): Map<string, Account> {
  return new Map(
    [...new Set(uids)].map((uid) => {
      const user = readUserGuard(uid, view(docs.userGuard(uid)));
      return [uid, { user, holdings: readHoldings(view, uid, datId) }];
    }),
  );
}

export interface AccountChange {
  readonly documents: Accepted<unknown>['documents'];
  readonly touched: readonly string[];
}

export const pageTouched = (uid: string, page: number): string =>
  page === 0 ? `user:${uid}` : `works:${uid}:${page}`;

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

function pageWith(view: View, { uid, datId, page }: WorkHoldings): WorksPage {
  const before = readPage(view, uid, page);
  return { ...before, datIds: [...before.datIds, datId] };
}

function userChange(view: View, user: UserGuard): AccountChange {
  const path = docs.userGuard(user.uid);
  return isSame(readUserGuard(user.uid, view(path)), user)
    ? { documents: [], touched: [] }
    : { documents: [{ path, data: user }], touched: [`user:${user.uid}`] };
}

/**
 * Changes the sums over works. Earnings of streams only matter where a work begins or ends to be held, since
 * they then change sums as a whole.
 */
function changeSums(view: View, sums: WorkSums, before: WorkHoldings, after: WorkHoldings) {
  if (sumsOfWork(before).held === sumsOfWork(after).held) return changeWork(sums, before, after);
  const { uid, page, datId } = before;
  const streamed = streamedOf(readPage(view, uid, page), datId);
  return changeWork(sums, withStreams(before, streamed), withStreams(after, streamed));
}

/**
 * Changes a user's guards after an entry about a DAT, and skips guards that have not changed.
 *
 * @param account the user's new state and all that they have of the DAT
 */
export function changeAccount(
  view: View,
  { user, holdings: lines }: Account,
  dat: Pick<DatGuard, 'id' | 'creatorUid'>,
): AccountChange {
  const { uid, works: sums = noWorks } = user;
  const path = docs.workHoldings(uid, dat.id);
  const work = readWork(view, uid, dat.id);
  const page = pageAfter(sums.works);
  const isCreator = dat.creatorUid === uid;
  const emptyHolding = { uid, datId: dat.id, page, isCreator, holdings: [], created: [] };
  const before: WorkHoldings = work ?? emptyHolding;
  const after = { ...before, holdings: lines.holdings, created: lines.created };
  if (isSame(before, after)) return userChange(view, user);

  const works = work ? changeSums(view, sums, work, after) : addWork(sums, after);
  const own = userChange(view, { ...user, works });
  const pages = work ? [] : [pageWith(view, after)];
  return {
    documents: [
      ...own.documents,
      { path, data: after },
      ...pages.map((data) => ({ path: docs.worksPage(uid, data.page), data })),
    ],
    touched: [...new Set([...own.touched, pageTouched(uid, after.page)])],
  };
}

export function changeAccounts(
  view: View,
  accounts: Iterable<Account>,
  dat: Pick<DatGuard, 'id' | 'creatorUid'>,
): AccountChange {
  const changes = [...accounts].map((account) => changeAccount(view, account, dat));
  return {
    documents: changes.flatMap(({ documents }) => documents),
    touched: changes.flatMap(({ touched }) => touched),
  };
}
