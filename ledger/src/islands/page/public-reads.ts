import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { listDocuments } from './list-documents.ts';

export async function readAllDats(): Promise<Dat[]> {
  const summaries = await listDocuments(docs.assetsSummaries);
  return summaries.flatMap(({ fields }) => readAssetsSummary(fields, 'assetsSummary').dats);
}
