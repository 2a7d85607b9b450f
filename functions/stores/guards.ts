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
import { type StoredWorks, storedWorks } from './works.ts';

/** Reading guards outside a decision: for lists and checks that promise nothing. */
export interface Guards {
  /** Without their queues: those are pages and shelves. */
  listBlocks(): Promise<BlockGuard[]>;
  listQueuePages(): Promise<QueuePage[]>;
  listQueueShelves(): Promise<QueueShelf[]>;
  listUsers(): Promise<UserGuard[]>;
  user(uid: string): Promise<UserGuard>;
  /** What users have of DATS, in both forms. */
  listWorks(): Promise<StoredWorks>;
  findDat(datId: string): Promise<DatGuard | undefined>;
  listDats(): Promise<DatGuard[]>;
  supply(): Promise<SupplyGuard>;
  books(): Promise<Books>;
}

export function guards(firestore: Firestore): Guards {
  const collection = firestore.collection('guards');
  const list = async (prefix: string) => {
    const from = firestore.doc(`guards/${prefix}:`);
    // ';' is the character after ':', so this is every id with the prefix.
    const to = firestore.doc(`guards/${prefix};`);
    const { docs: found } = await collection
      .where('__name__', '>=', from)
      .where('__name__', '<', to)
      .get();
    return found.map((guard) => ({ id: guard.id.slice(prefix.length + 1), data: guard.data() }));
  };
  const data = async (path: string) => (await firestore.doc(path).get()).data();
  return {
    async listBlocks() {
      return (await list('block')).flatMap((guard) => readBlockGuard(guard.data) ?? []);
    },
    async listQueuePages() {
      return (await list('queuePage')).map(({ data }) => readQueuePage(data));
    },
    async listQueueShelves() {
      return (await list('queueShelf')).map(({ data }) => readQueueShelf(data));
    },
    async listUsers() {
      return (await list('user')).map((guard) => readUserGuard(guard.id, guard.data));
    },
    user: async (uid) => readUserGuard(uid, await data(docs.userGuard(uid))),
    async listWorks() {
      const [holdings, pages] = await Promise.all([list('holdings'), list('works')]);
      const dataOf = (found: typeof holdings) => found.map(({ data }) => data);
      return storedWorks(dataOf(holdings), dataOf(pages));
    },
    findDat: async (datId) => readDatGuard(await data(docs.datGuard(datId))),
    async listDats() {
      const { docs: found } = await firestore.collection('dats').get();
      return found.flatMap((dat) => readDatGuard(dat.data()) ?? []);
    },
    supply: async () => readSupplyGuard(await data(docs.supplyGuard)),
    async books() {
      const parts = await firestore.getAll(...booksPaths.map((path) => firestore.doc(path)));
      const found = new Map(parts.map((part) => [part.ref.path, part.data()]));
      return readBooks((path) => found.get(path));
    },
  };
}
