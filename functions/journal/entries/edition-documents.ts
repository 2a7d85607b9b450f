import {
  readDatGuard,
  readHoldingsGuard,
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
  linesOfWork,
  noWorks,
  pageAfter,
  pagesOf,
  worksOf,
} from '@datchain/shared/domain/books/works.ts';
import type { Accepted, View } from '../entry.ts';

export const datDocument = (dat: DatGuard) => ({ path: docs.datGuard(dat.id), data: dat });

/** The guards of a user that an entry about a DAT looks at. */
export const accountPaths = (uid: string, datId: string): string[] => [
  docs.userGuard(uid),
  docs.workHoldings(uid, datId),
];

export const findDat = (view: View, datId: string): DatGuard | undefined =>
  readDatGuard(view(docs.datGuard(datId)));

/** While a user has no sums of works, the lines of all are in one document, if there are any. */
const readOld = (view: View, { uid, works }: UserGuard): HoldingsGuard | undefined => {
  const old = works ? undefined : view(docs.oldHoldings(uid));
  return old && readHoldingsGuard(uid, old);
};

function readHoldings(view: View, user: UserGuard, datId: string): HoldingsGuard {
  const { uid } = user;
  // Looked at in any case: while the user is not read yet, both are.
  const work = readWorkHoldings(view(docs.workHoldings(uid, datId)));
  const old = readOld(view, user);
  if (old) return linesOfWork(old, datId);
  return work ? { uid, holdings: work.holdings, created: work.created } : emptyHoldings(uid);
}

/**
 * The guards of several users, each once, with what they have of one DAT. Users without any yet have
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
      return [uid, { user, holdings: readHoldings(view, user, datId) }];
    }),
  );
}

/** What is written of a user's guards, and what screens show of it. */
export interface AccountChange {
  readonly documents: Accepted<unknown>['documents'];
  readonly touched: readonly string[];
}

const pageTouched = (uid: string, page: number): string =>
  page === 0 ? `user:${uid}` : `works:${uid}:${page}`;

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a user had of works before an entry. */
interface Known {
  readonly sums: WorkSums;
  readonly work: WorkHoldings | undefined;
  /** What the one document of all works turns into; undefined when there is none. */
  readonly moved?: readonly WorkHoldings[] | undefined;
}

function knownOf(view: View, user: UserGuard, datId: string): Known {
  const { uid, works } = user;
  if (works) return { sums: works, work: readWorkHoldings(view(docs.workHoldings(uid, datId))) };
  const old = readOld(view, user);
  const moved = old && worksOf(old, (id) => findDat(view, id)?.creatorUid === uid);
  return {
    sums: (moved ?? []).reduce(addWork, noWorks),
    work: moved?.find((one) => one.datId === datId),
    moved,
  };
}

/** The pages that change when a work has changed: one that gets a new work, or all of moved ones. */
function changedPages(view: View, { work, moved }: Known, after: WorkHoldings): WorksPage[] {
  if (moved) return pagesOf(work ? moved : [...moved, after]);
  if (work) return [];
  const { uid, datId, page } = after;
  const { datIds } = readWorksPage(uid, page, view(docs.worksPage(uid, page)));
  return [{ uid, page, datIds: [...datIds, datId] }];
}

/** A user's guard, if it has changed. */
function userChange(view: View, user: UserGuard): AccountChange {
  const path = docs.userGuard(user.uid);
  return isSame(readUserGuard(user.uid, view(path)), user)
    ? { documents: [], touched: [] }
    : { documents: [{ path, data: user }], touched: [`user:${user.uid}`] };
}

/**
 * A user's guards after an entry about a DAT. What has not changed is not written. The first entry
 * that changes a line of the one document of all works removes it and writes a document for each
 * work: so no line is ever in two (decision 57).
 *
 * @param account the user as they should be, and all that they have of the DAT
 */
export function changeAccount(
  view: View,
  { user, holdings: lines }: Account,
  dat: Pick<DatGuard, 'id' | 'creatorUid'>,
): AccountChange {
  const { uid } = user;
  const known = knownOf(view, user, dat.id);
  const { sums, work, moved } = known;
  const page = pageAfter(sums.works);
  const isCreator = dat.creatorUid === uid;
  const none = { uid, datId: dat.id, page, isCreator, holdings: [], created: [] };
  const before: WorkHoldings = work ?? none;
  const after = { ...before, holdings: lines.holdings, created: lines.created };
  if (isSame(before, after)) return userChange(view, user);

  const works = work ? changeWork(sums, work, after) : addWork(sums, after);
  const own = userChange(view, { ...user, works });
  const written = [...(moved ?? []).filter(({ datId }) => datId !== dat.id), after];
  const pages = changedPages(view, known, after);
  const shown = [after, ...pages].map((one) => pageTouched(uid, one.page));
  return {
    documents: [
      ...own.documents,
      ...written.map((data) => ({ path: docs.workHoldings(uid, data.datId), data })),
      ...pages.map((data) => ({ path: docs.worksPage(uid, data.page), data })),
      ...(moved ? [{ path: docs.oldHoldings(uid), data: null }] : []),
    ],
    touched: [...new Set([...own.touched, ...shown])],
  };
}

/** The same of several users. */
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
