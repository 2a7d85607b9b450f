import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, type QuerySnapshot } from 'firebase-admin/firestore';
import { reconcile } from '../../reconcile/reconcile.ts';
import { assetSummaries } from '../../stores/asset-summaries.ts';
import { bookDays } from '../../stores/book-days.ts';
import { setDocuments } from '../../stores/bulk.ts';
import { datEvents } from '../../stores/dat-events.ts';
import { debts } from '../../stores/debts.ts';
import { earningsStore } from '../../stores/earnings.ts';
import { firestoreStore } from '../../stores/firestore-store.ts';
import { guards } from '../../stores/guards.ts';
import { journalEntries } from '../../stores/journal-entries.ts';
import { losses } from '../../stores/losses.ts';
import { orders } from '../../stores/orders.ts';
import { payouts } from '../../stores/payouts.ts';
import { releases } from '../../stores/releases.ts';
import { summaryPages } from '../../stores/summary-pages.ts';
import type { Ground } from './world.ts';

const collections =
  'journal guards totals dats orders orderParts listings payouts debts losses mails'.split(' ');

/** Books in a Firestore of their own: the emulator keeps projects apart. `close` leaves it. */
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
    idle: () => sleep(50),
    isReplayable: false,
    close: () => deleteApp(app),
  };
}
