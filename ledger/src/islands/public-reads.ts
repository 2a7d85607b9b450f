import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { plainFields } from './firestore-value.ts';
import { loadSiteConfig, readJson } from './site-config.ts';

/** Every DAT of the public summaries, straight from Firestore over REST. */
export async function readAllDats(): Promise<Dat[]> {
  const config = await loadSiteConfig();
  const base = config.firestore ?? 'https://firestore.googleapis.com';
  const collection = `${base}/v1/projects/${config.projectId}/databases/(default)/documents/${docs.assetsSummaries}`;
  const dats: Dat[] = [];
  let pageToken = '';
  do {
    const query = new URLSearchParams({ pageSize: '20', key: config.apiKey, pageToken });
    const page = await readJson(`${collection}?${query}`);
    const documents = isRecord(page) && Array.isArray(page.documents) ? page.documents : [];
    for (const document of documents) {
      const fields = isRecord(document) ? plainFields(document.fields) : {};
      dats.push(...readAssetsSummary(fields, 'assetsSummary').dats);
    }
    pageToken = isRecord(page) ? readText(page.nextPageToken) : '';
  } while (pageToken !== '');
  return dats;
}
