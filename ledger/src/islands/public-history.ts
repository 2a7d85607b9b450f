import { readDatEvent } from '@datchain/shared/contracts/documents/dat-event.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import {
  type HistoryLine,
  historyLines,
  peopleOf,
  shownLines,
} from '@datchain/shared/domain/dat-events.ts';
import { type FirestoreRest, firestoreRest } from './firestore-rest.ts';
import { plainFields } from './firestore-value.ts';

/** The documents of an answer that lists `{key: document}`; what is no document is left out. */
const documentsOf = (answer: unknown, key: string): Record<string, unknown>[] =>
  (Array.isArray(answer) ? answer : []).flatMap((item) =>
    isRecord(item) && isRecord(item[key]) ? [item[key]] : [],
  );

async function usernames({ root, ask }: FirestoreRest, uids: readonly string[]) {
  const documents = uids.map((uid) => `${root}/${docs.publicProfile(uid)}`);
  const mask = { fieldPaths: ['username'] };
  const answer = documents.length > 0 ? await ask('batchGet', { documents, mask }) : [];
  return new Map(
    documentsOf(answer, 'found').map(({ name, fields }) => [
      readText(name).split('/').at(-1) ?? '',
      readText(plainFields(fields).username),
    ]),
  );
}

/** The newest lines of one DAT's history, straight from Firestore over REST. */
export async function readHistory(datId: string): Promise<HistoryLine[]> {
  const firestore = await firestoreRest();
  const structuredQuery = {
    from: [{ collectionId: docs.datEvents }],
    where: {
      fieldFilter: { field: { fieldPath: 'datId' }, op: 'EQUAL', value: { stringValue: datId } },
    },
    orderBy: [{ field: { fieldPath: 'at' }, direction: 'DESCENDING' }],
    limit: shownLines,
  };
  const answer = await firestore.ask('runQuery', { structuredQuery });
  const events = documentsOf(answer, 'document').flatMap(
    ({ fields }) => readDatEvent(plainFields(fields)) ?? [],
  );
  return historyLines(events, await usernames(firestore, peopleOf(events)));
}
