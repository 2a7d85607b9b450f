import { booksPaths, readBooks } from '@datchain/shared/contracts/documents/books.ts';
import {
  type QueuePage,
  type QueueShelf,
  readBlockGuard,
  readDatGuard,
  readQueuePage,
  readQueueShelf,
  readSupplyGuard,
  readUserGuard,
} from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type {
  BlockGuard,
  Books,
  DatGuard,
  SupplyGuard,
  UserGuard,
} from '@datchain/shared/domain/books/guards.ts';
import type { Firestore } from 'firebase-admin/firestore';
import { readQueryPages } from './pages.ts';
import { type StoredWorks, storedWorks } from './works.ts';

/** Reads of guards outside a decision, for lists and checks that need no guarantee. */
export type Guards = ReturnType<typeof guards>;

interface Guard {
  readonly id: string;
  readonly data: FirebaseFirestore.DocumentData;
}

const PAGE_SIZE = 500;

const prefixOf = (kind: string, id: string | undefined): string =>
  id === undefined ? kind : `${kind}:${id}`;

export function guards(firestore: Firestore) {
  const collection = firestore.collection(docs.guards);
  const list = async (prefix: string, isWanted: (guard: Guard) => boolean = () => true) => {
    const from = firestore.doc(`guards/${prefix}:`);
    // ';' is the character after ':', so the range covers every id with the prefix.
    const to = firestore.doc(`guards/${prefix};`);
    const query = collection.where('__name__', '>=', from).where('__name__', '<', to);
    const all: Guard[] = [];
    const read = (guard: FirebaseFirestore.QueryDocumentSnapshot): Guard => ({
      id: guard.id.slice(prefix.length + 1),
      data: guard.data(),
    });
    for await (const page of readQueryPages(query.orderBy('__name__'), PAGE_SIZE, read)) {
      all.push(...page.filter(isWanted));
    }
    return all;
  };
  const data = async (path: string) => (await firestore.doc(path).get()).data();
  return {
    /** Lists blocks without their queues' pages and shelves. */
    async listBlocks(): Promise<BlockGuard[]> {
      return (await list('block')).flatMap((guard) => readBlockGuard(guard.data) ?? []);
    },
    async listQueuePages(blockId?: string): Promise<QueuePage[]> {
      return (await list(prefixOf('queuePage', blockId))).map(({ data }) => readQueuePage(data));
    },
    async listQueueShelves(blockId?: string): Promise<QueueShelf[]> {
      return (await list(prefixOf('queueShelf', blockId))).map(({ data }) => readQueueShelf(data));
    },
    async listUsers(isWanted?: (uid: string) => boolean): Promise<UserGuard[]> {
      const found = await list('user', isWanted && (({ id }) => isWanted(id)));
      return found.map((guard) => readUserGuard(guard.id, guard.data));
    },
    user: async (uid: string): Promise<UserGuard> =>
      readUserGuard(uid, await data(docs.userGuard(uid))),
    /** Lists the works of all users, of one, or of those users and DATS that are wanted. */
    async listWorks(uid?: string, isWanted?: (id: string) => boolean): Promise<StoredWorks> {
      const isOfWanted =
        isWanted &&
        (({ data }: Guard) => isWanted(String(data.uid)) || isWanted(String(data.datId)));
      const [holdings, pages] = await Promise.all([
        list(prefixOf('holdings', uid), isOfWanted),
        list(prefixOf('works', uid), isOfWanted),
      ]);
      const dataOf = (found: typeof holdings) => found.map(({ data }) => data);
      return storedWorks(dataOf(holdings), dataOf(pages));
    },
    findDat: async (datId: string): Promise<DatGuard | undefined> =>
      readDatGuard(await data(docs.datGuard(datId))),
    async listDats(): Promise<DatGuard[]> {
      const { docs: found } = await firestore.collection('dats').get();
      return found.flatMap((dat) => readDatGuard(dat.data()) ?? []);
    },
    supply: async (): Promise<SupplyGuard> => readSupplyGuard(await data(docs.supplyGuard)),
    async books(): Promise<Books> {
      const parts = await firestore.getAll(...booksPaths.map((path) => firestore.doc(path)));
      const found = new Map(parts.map((part) => [part.ref.path, part.data()]));
      return readBooks((path) => found.get(path));
    },
  };
}
