import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from '@google-cloud/firestore';

const PAGE = 2_000;

/** Every line of every DAT's public history, page by page, in no order of time. */
export async function* eachDatEvent(firestore: Firestore): AsyncGenerator<DatEvent> {
  const pages = firestore.collection(docs.datEvents).orderBy(FieldPath.documentId()).limit(PAGE);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs: found } = await (last ? pages.startAfter(last) : pages).get();
    for (const document of found) {
      const event = readDatEvent(document.data());
      if (event) yield event;
    }
    last = found.length === PAGE ? found.at(-1) : undefined;
  } while (last);
}

/** The public histories, for checks. */
export interface DatEvents {
  each(): AsyncGenerator<DatEvent>;
}

export const datEvents = (firestore: Firestore): DatEvents => ({
  each: () => eachDatEvent(firestore),
});
