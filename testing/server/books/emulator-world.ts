import { setTimeout as sleep } from 'node:timers/promises';
import { reconcile } from '@datchain/functions/reconcile/reconcile.ts';
import { reconcileChanges } from '@datchain/functions/reconcile/reconcile-changes.ts';
import { assetSummaries } from '@datchain/functions/stores/asset-summaries.ts';
import { bookDays } from '@datchain/functions/stores/book-days.ts';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { datEvents } from '@datchain/functions/stores/dat-events.ts';
import { debts } from '@datchain/functions/stores/debts.ts';
import { earningsStore } from '@datchain/functions/stores/earnings.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { guards } from '@datchain/functions/stores/guards.ts';
import { journalEntries } from '@datchain/functions/stores/journal-entries.ts';
import { losses } from '@datchain/functions/stores/losses.ts';
import { orders } from '@datchain/functions/stores/orders.ts';
import { payouts } from '@datchain/functions/stores/payouts.ts';
import { releases } from '@datchain/functions/stores/releases.ts';
import { summaryPages } from '@datchain/functions/stores/summary-pages.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, type QuerySnapshot } from 'firebase-admin/firestore';
import type { Ground } from './world.ts';

const collections =
  'journal guards totals dats orders orderParts listings payouts debts losses mails'.split(' ');

export function emulatorGround(projectId: string): Ground & { close(): Promise<void> } {
  const app = initializeApp({ projectId }, projectId);
  const database = getFirestore(app);
  const byPath = ({ docs }: QuerySnapshot) =>
    docs.map((found) => [found.ref.path, found.data()] as const);
  return {
    store: firestoreStore(database),
    readers: {
      orders: orders(database),
      payouts: payouts(database),
      debts: debts(database),
      losses: losses(database),
      earnings: earningsStore(database),
      guards: guards(database),
      entries: journalEntries(database),
      bookDays: bookDays(database),
      summaries: assetSummaries(database),
      datEvents: datEvents(database),
      releases: releases(database),
      pages: summaryPages(database),
    },
    setDocuments: (documents) => setDocuments(database, documents),
    async all() {
      const found = await Promise.all([
        ...collections.map((name) => database.collection(name).get()),
        database.collectionGroup('movements').get(),
        database.collectionGroup('earnings').get(),
        database.collectionGroup('notifications').get(),
      ]);
      return new Map(found.flatMap(byPath));
    },
    compare: async (services) => (await reconcile(services)).differences,
    compareChanges: async (services) => (await reconcileChanges(services)).differences,
    idle: () => sleep(50),
    isReplayable: false,
    close: () => deleteApp(app),
  };
}
