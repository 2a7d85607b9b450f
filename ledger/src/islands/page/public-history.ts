import { readDatHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { plainFields } from '@datchain/shared/contracts/firestore-value.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import { firestoreRest } from './firestore-rest.ts';

export async function readHistory(datId: string): Promise<HistoryLine[]> {
  const { find } = await firestoreRest();
  return readDatHistory(plainFields((await find(docs.datHistory(datId)))?.fields));
}
