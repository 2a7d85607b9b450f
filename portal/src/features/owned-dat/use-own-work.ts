import {
  type OwnedDat,
  readCreatorParts,
  readOwnedDats,
  readWorkSums,
} from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readList } from '@datchain/shared/contracts/tolerant.ts';
import type { CreatorPart } from '@datchain/shared/domain/books/guards.ts';
import { useDocument, useNaming } from '../../lib/data/use-document.ts';
import type { Live } from '../../lib/data/use-watched.ts';

interface Works {
  readonly owned: readonly OwnedDat[];
  readonly created: readonly CreatorPart[];
}

const readPage = (value: unknown): Works => ({
  owned: readOwnedDats(value),
  created: readCreatorParts(value),
});

const readMain = (value: unknown) => ({ ...readPage(value), sums: readWorkSums(value) });

const readNaming = (value: unknown): Works => readPage(readList(value)[0]);

/**
 * Follows a user's part in a work: in the wallet itself or, where that lacks works, in the wallet
 * page that names it.
 */
export function useOwnWork(uid: string | undefined, datId: string | undefined): Live<Works> {
  const main = useDocument(uid && docs.wallet(uid), readMain);
  const isThere =
    main.state !== 'ready' ||
    main.value.sums === undefined ||
    main.value.owned.some((line) => line.datId === datId);
  const elsewhere =
    uid === undefined || datId === undefined || isThere
      ? undefined
      : { path: docs.walletPages(uid), list: 'datIds', text: datId };
  const page = useNaming(elsewhere, readNaming);
  return elsewhere ? page : main;
}
