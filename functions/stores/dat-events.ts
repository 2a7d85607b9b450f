import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { FieldPath, type Firestore } from '@google-cloud/firestore';
import { pagesOf } from './pages.ts';

const PAGE = 2_000;

/** Every line of every DAT's public history, page by page, in no order of time. */
export async function* eachDatEvent(firestore: Firestore): AsyncGenerator<DatEvent> {
  const ordered = firestore.collection(docs.datEvents).orderBy(FieldPath.documentId());
  for await (const page of pagesOf(ordered, PAGE, (document) => readDatEvent(document.data()))) {
    for (const event of page) if (event) yield event;
  }
}

/** The public histories, for checks. */
export interface DatEvents {
  each(): AsyncGenerator<DatEvent>;
}

export const datEvents = (firestore: Firestore): DatEvents => ({
  each: () => eachDatEvent(firestore),
});
