import { plainFields } from '@datchain/shared/contracts/firestore-value.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { firestoreRest } from './firestore-rest.ts';

export interface ListedDocument {
  readonly id: string;
  readonly fields: Record<string, unknown>;
}

/** Every document of a public collection; `query` can name the fields that are wanted. */
export async function listDocuments(
  collection: string,
  query: Record<string, string> = {},
): Promise<ListedDocument[]> {
  const { list } = await firestoreRest();
  const found: ListedDocument[] = [];
  let pageToken = '';
  do {
    const page = await list(collection, { pageSize: '20', ...query, pageToken });
    const documents = isRecord(page) && Array.isArray(page.documents) ? page.documents : [];
    for (const document of documents.filter(isRecord)) {
      const id = readText(document.name).split('/').at(-1) ?? '';
      found.push({ id, fields: plainFields(document.fields) });
    }
    pageToken = isRecord(page) ? readText(page.nextPageToken) : '';
  } while (pageToken !== '');
  return found;
}
