import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Firestore } from 'firebase-admin/firestore';
import { readQueryPages } from './pages.ts';

/** Reads of orders; they are written through the journal's door only. */
export type Orders = ReturnType<typeof orders>;

type Found = FirebaseFirestore.DocumentSnapshot;

export function orders(firestore: Firestore) {
  const collection = firestore.collection(docs.orders);
  const read = async (found: readonly Found[]): Promise<Order[]> => {
    if (found.length === 0) return [];
    const places = found.map(({ id }) => firestore.doc(docs.orderParts(id)));
    const parts = await firestore.getAll(...places);
    return found.map((stored, index) => readOrder(stored.data(), parts[index]?.data()));
  };
  return {
    async find(orderId: string): Promise<Order | undefined> {
      const places = [docs.order(orderId), docs.orderParts(orderId)];
      const [own, parts] = await firestore.getAll(...places.map((path) => firestore.doc(path)));
      return own?.exists ? readOrder(own.data(), parts?.data()) : undefined;
    },

    async listReserved(): Promise<Order[]> {
      return read((await collection.where('state', '==', 'reserved').get()).docs);
    },

    async listHolding(): Promise<Order[]> {
      return read((await collection.where('state', 'in', ['reserved', 'review']).get()).docs);
    },

    async listWithEditionDue(): Promise<Order[]> {
      const paid = collection.where('state', '==', 'settled');
      return read((await paid.where('edition.state', '==', 'wanted').get()).docs);
    },

    async findByPayment(paymentIntentId: string): Promise<Order | undefined> {
      const query = collection.where('paymentIntentId', '==', paymentIntentId).limit(1);
      const [order] = await read((await query.get()).docs);
      return order;
    },

    async listWithoutFee(limit: number): Promise<Order[]> {
      const paid = collection.where('state', 'in', ['settled', 'refunded']);
      return read((await paid.where('chargeFee', '==', null).limit(limit).get()).docs);
    },

    async *pages(size: number): AsyncGenerator<Order[]> {
      const ordered = collection.orderBy('__name__');
      for await (const page of readQueryPages(ordered, size, (found) => found)) yield read(page);
    },
  };
}
