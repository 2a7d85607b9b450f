import {
  type Application,
  readApplication,
} from '@datchain/shared/contracts/documents/application.ts';
import { type Decision, readDecision } from '@datchain/shared/contracts/documents/decision.ts';
import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { type Release, releaseSchema } from '@datchain/shared/contracts/documents/release.ts';
import { type Report, readReport } from '@datchain/shared/contracts/documents/report.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { Firestore, Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';
import * as v from 'valibot';

/**
 * A position in a list ordered by time: after `skip` rows of this time. It stays valid when earlier rows are
 * decided, and contains no id, which may be a uid.
 */
export interface Place {
  readonly at: Millis;
  readonly skip: number;
}

export interface Slice {
  readonly limit: number;
  readonly from?: Place | undefined;
}

/** The operators' lists: open tasks, oldest first, and decisions. */
export type DeskQueues = ReturnType<typeof deskQueues>;

export function deskQueues(firestore: Firestore) {
  const applications = firestore.collection(docs.applications).where('state', '==', 'waiting');
  const reports = firestore.collection(docs.reports).where('state', '==', 'open');
  const orders = firestore.collection(docs.orders).where('state', '==', 'review');
  const counted = async (query: Query) => (await query.count().get()).data().count;
  async function slice(ordered: Query, { limit, from }: Slice): Promise<QueryDocumentSnapshot[]> {
    const begun = from ? ordered.startAt(from.at).offset(from.skip) : ordered;
    return (await begun.limit(limit).get()).docs;
  }
  return {
    async waitingApplications(part: Slice): Promise<Application[]> {
      const found = await slice(applications.orderBy('at'), part);
      return found.map((one) => readApplication(one.data()));
    },

    countApplications: (): Promise<number> => counted(applications),

    async openReports(part: Slice): Promise<Report[]> {
      const found = await slice(reports.orderBy('at'), part);
      return found.map((one) => readReport(one.data()));
    },

    countReports: (): Promise<number> => counted(reports),

    async openReportsOf(datId: string, limit: number): Promise<Report[]> {
      const found = await reports.where('datId', '==', datId).limit(limit).get();
      return found.docs.map((one) => readReport(one.data()));
    },

    countReportsOf: (datId: string): Promise<number> =>
      counted(reports.where('datId', '==', datId)),

    async ordersInReview(part: Slice): Promise<Order[]> {
      const own = await slice(orders.orderBy('createdAt'), part);
      if (own.length === 0) return [];
      const places = own.map(({ id }) => firestore.doc(docs.orderParts(id)));
      const parts = await firestore.getAll(...places);
      return own.map((one, index) => readOrder(one.data(), parts[index]?.data()));
    },

    countOrders: (): Promise<number> => counted(orders),

    /** Ordered by id, so a position has no time. */
    async releasesTakenDown({ limit, from }: Slice): Promise<Release[]> {
      const down = firestore.collection(docs.releases).where('state', '==', 'taken-down');
      const found = await down
        .offset(from?.skip ?? 0)
        .limit(limit)
        .get();
      return found.docs.map((one) => v.parse(releaseSchema, one.data()));
    },

    async latestDecisions(part: Slice): Promise<Decision[]> {
      const all = firestore.collection(docs.decisions).orderBy('at', 'desc');
      return (await slice(all, part)).map((one) => readDecision(one.data()));
    },
  };
}
