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
import type { Firestore } from 'firebase-admin/firestore';
import * as v from 'valibot';

/** What waits for an operator, the oldest first, and what was decided. */
export interface DeskQueues {
  waitingApplications(limit: number): Promise<Application[]>;
  openReports(limit: number): Promise<Report[]>;
  /** Open reports of one work. */
  openReportsOf(datId: string, limit: number): Promise<Report[]>;
  ordersInReview(limit: number): Promise<Order[]>;
  releasesTakenDown(limit: number): Promise<Release[]>;
  /** The latest first. */
  latestDecisions(limit: number): Promise<Decision[]>;
}

export function deskQueues(firestore: Firestore): DeskQueues {
  const reports = firestore.collection(docs.reports).where('state', '==', 'open');
  return {
    async waitingApplications(limit) {
      const waiting = firestore.collection(docs.applications).where('state', '==', 'waiting');
      const found = await waiting.orderBy('at').limit(limit).get();
      return found.docs.map((one) => readApplication(one.data()));
    },

    async openReports(limit) {
      const found = await reports.orderBy('at').limit(limit).get();
      return found.docs.map((one) => readReport(one.data()));
    },

    async openReportsOf(datId, limit) {
      const found = await reports.where('datId', '==', datId).limit(limit).get();
      return found.docs.map((one) => readReport(one.data()));
    },

    async ordersInReview(limit) {
      const found = firestore.collection(docs.orders).where('state', '==', 'review').limit(limit);
      const own = (await found.get()).docs;
      if (own.length === 0) return [];
      const places = own.map(({ id }) => firestore.doc(docs.orderParts(id)));
      const parts = await firestore.getAll(...places);
      return own
        .map((one, index) => readOrder(one.data(), parts[index]?.data()))
        .sort((a, b) => a.createdAt - b.createdAt);
    },

    async releasesTakenDown(limit) {
      const down = firestore.collection(docs.releases).where('state', '==', 'taken-down');
      const found = await down.limit(limit).get();
      return found.docs.map((one) => v.parse(releaseSchema, one.data()));
    },

    async latestDecisions(limit) {
      const all = firestore.collection(docs.decisions).orderBy('at', 'desc').limit(limit);
      return (await all.get()).docs.map((one) => readDecision(one.data()));
    },
  };
}
