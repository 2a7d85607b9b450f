import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import {
  type DatEvent,
  historyParts,
  newestEventsFirst,
} from '@datchain/shared/domain/dat-events.ts';
import { FieldPath, type Firestore } from '@google-cloud/firestore';
import { readQueryPages } from './pages.ts';

const PAGE_SIZE = 2_000;

/** Events of DATS with the uids of people: private, never shown unchanged. */
export type DatEvents = ReturnType<typeof datEvents>;

export const datEvents = (firestore: Firestore) => {
  const events = firestore.collection(docs.datEvents);
  return {
    /** Reads every event of every DAT, ordered by id, not by time. */
    async *each(): AsyncGenerator<DatEvent> {
      const ordered = events.orderBy(FieldPath.documentId());
      for await (const page of readQueryPages(ordered, PAGE_SIZE, (found) =>
        readDatEvent(found.data()),
      )) {
        for (const event of page) if (event) yield event;
      }
    },

    /** Reads every event of one DAT, in any order. */
    async ofDat(datId: string): Promise<DatEvent[]> {
      const { docs: found } = await events.where('datId', '==', datId).get();
      return found.flatMap((event) => readDatEvent(event.data()) ?? []);
    },

    /**
     * Reads the newest events of a DAT, of each kind at least those that its public history shows, newest
     * first.
     */
    async newest(datId: string): Promise<DatEvent[]> {
      const parts = await Promise.all(
        historyParts.map(async ({ kinds, read }) => {
          // Same order as newestEventsFirst.
          const ordered = events
            .where('datId', '==', datId)
            .where('kind', 'in', [...kinds])
            .orderBy('at', 'desc')
            .orderBy('version', 'desc')
            .orderBy('edition', 'desc');
          return (await ordered.limit(read).get()).docs;
        }),
      );
      const found = parts.flat().flatMap((event) => readDatEvent(event.data()) ?? []);
      return newestEventsFirst(found);
    },

    async datsWith(uid: string): Promise<Set<string>> {
      const sides = ['fromUid', 'toUid'].map((side) =>
        events.where(side, '==', uid).select('datId').get(),
      );
      const found = (await Promise.all(sides)).flatMap((side) => side.docs);
      return new Set(found.map((event) => readText(event.get('datId'))).filter(Boolean));
    },
  };
};
