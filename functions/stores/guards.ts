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

/** Reads of guards outside a decision, for lists and checks that need no guarantee. */
export type Guards = ReturnType<typeof guards>;

const prefixOf = (kind: string, id: string | undefined): string =>
  id === undefined ? kind : `${kind}:${id}`;

export function guards(firestore: Firestore) {
  const collection = firestore.collection('guards');
  const list = async (prefix: string) => {
    const from = firestore.doc(`guards/${prefix}:`);
    // ';' is the character after ':', so the range covers every id with the prefix.
    const to = firestore.doc(`guards/${prefix};`);
    const { docs: found } = await collection
      .where('__name__', '>=', from)
      .where('__name__', '<', to)
      .get();
    return found.map((guard) => ({ id: guard.id.slice(prefix.length + 1), data: guard.data() }));
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
    async listUsers(): Promise<UserGuard[]> {
      return (await list('user')).map((guard) => readUserGuard(guard.id, guard.data));
    },
    user: async (uid: string): Promise<UserGuard> =>
      readUserGuard(uid, await data(docs.userGuard(uid))),
    async listWorks(uid?: string): Promise<StoredWorks> {
      const [holdings, pages] = await Promise.all([
        list(prefixOf('holdings', uid)),
        list(prefixOf('works', uid)),
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
