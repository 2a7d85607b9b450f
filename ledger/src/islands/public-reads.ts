import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { firestoreRest } from './firestore-rest.ts';
import { plainFields } from './firestore-value.ts';

/** Every DAT of the public summaries, straight from Firestore over REST. */
export async function readAllDats(): Promise<Dat[]> {
  const { list } = await firestoreRest();
  const dats: Dat[] = [];
  let pageToken = '';
  do {
    const page = await list(docs.assetsSummaries, { pageSize: '20', pageToken });
    const documents = isRecord(page) && Array.isArray(page.documents) ? page.documents : [];
    for (const document of documents) {
      const fields = isRecord(document) ? plainFields(document.fields) : {};
      dats.push(...readAssetsSummary(fields, 'assetsSummary').dats);
    }
    pageToken = isRecord(page) ? readText(page.nextPageToken) : '';
  } while (pageToken !== '');
  return dats;
}
