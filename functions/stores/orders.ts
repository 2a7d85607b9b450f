import { orderSchema } from '@datchain/shared/contracts/documents/order.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';
import { pagesOf } from './pages.ts';

/** Reading orders; they are written through the journal's door only. */
export interface Orders {
  find(orderId: string): Promise<Order | undefined>;
  /** Orders that hold tokens and wait for a payment. */
  listReserved(): Promise<Order[]>;
  /** The order a payment settled. */
  findByPayment(paymentIntentId: string): Promise<Order | undefined>;
  /** Paid orders whose fee Stripe has not said yet. */
  listWithoutFee(limit: number): Promise<Order[]>;
  /** Every order, a page at a time. */
  pages(size: number): AsyncGenerator<Order[]>;
}

const read = (stored: FirebaseFirestore.DocumentSnapshot): Order =>
  v.parse(orderSchema, stored.data());

export function orders(firestore: Firestore): Orders {
  const collection = firestore.collection(docs.orders);
  return {
    async find(orderId) {
      const stored = await collection.doc(orderId).get();
      return stored.exists ? read(stored) : undefined;
    },

    async listReserved() {
      const found = await collection.where('state', '==', 'reserved').get();
      return found.docs.map(read);
    },

    async findByPayment(paymentIntentId) {
      const query = collection.where('paymentIntentId', '==', paymentIntentId).limit(1);
      const [stored] = (await query.get()).docs;
      return stored && read(stored);
    },

    async listWithoutFee(limit) {
      const paid = collection.where('state', 'in', ['settled', 'refunded']);
      const found = await paid.where('chargeFee', '==', null).limit(limit).get();
      return found.docs.map(read);
    },

    pages: (size) => pagesOf(collection.orderBy('__name__'), size, read),
  };
}
