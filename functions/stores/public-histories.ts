import { readDatHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { FieldPath, type Firestore } from '@google-cloud/firestore';
import { pagesOf } from './pages.ts';

const PAGE = 300;

/** The newest lines of every DAT's history as the public sees it, newest first, by DAT id. */
export async function readHistories(firestore: Firestore): Promise<Record<string, HistoryLine[]>> {
  const histories: Record<string, HistoryLine[]> = {};
  const ordered = firestore.collection(docs.datHistories).orderBy(FieldPath.documentId());
  const read = (found: { id: string; data(): unknown }) =>
    [found.id, readDatHistory(found.data())] as const;
  for await (const page of pagesOf(ordered, PAGE, read)) {
    for (const [datId, lines] of page) histories[datId] = lines;
  }
  return histories;
}
