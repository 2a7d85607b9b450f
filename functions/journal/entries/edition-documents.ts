import {
  readDatGuard,
  readHoldingsGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Account } from '@datchain/shared/domain/books/editions.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import type { View } from '../entry.ts';

export const datDocument = (dat: DatGuard) => ({ path: docs.datGuard(dat.id), data: dat });

export const accountPaths = (uid: string): string[] => [
  docs.userGuard(uid),
  docs.holdingsGuard(uid),
];

export const accountDocuments = ({ user, holdings }: Account) => [
  { path: docs.userGuard(user.uid), data: user },
  { path: docs.holdingsGuard(user.uid), data: holdings },
];

export const findDat = (view: View, datId: string): DatGuard | undefined =>
  readDatGuard(view(docs.datGuard(datId)));

/** The guards of several users, each once. Users without any yet have empty ones. */
export function readAccounts(view: View, uids: Iterable<string>): Map<string, Account> {
  return new Map(
    [...new Set(uids)].map((uid) => [
      uid,
      {
        user: readUserGuard(uid, view(docs.userGuard(uid))),
        holdings: readHoldingsGuard(uid, view(docs.holdingsGuard(uid))),
      },
    ]),
  );
}
