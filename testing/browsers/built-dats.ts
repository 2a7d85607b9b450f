import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { publicDats } from '@datchain/shared/domain/dats.ts';
import type { APIRequestContext } from '@playwright/test';
import type { Admin } from './admin.ts';

/**
 * Returns the works on the prebuilt pages, from the whole summary without takedowns. Works released
 * since by journeys of this worker are included, because some pages show them too.
 */
export async function builtDats({ firestore }: Admin, request: APIRequestContext) {
  const { time } = await (await request.get('/build.json')).json();
  const stored = await firestore.collection(docs.assetsSummaries).get();
  const rows = stored.docs.flatMap((each) => readAssetsSummary(each.data(), each.id).dats);
  const all = publicDats(rows);
  const isBuilt = ({ releasedAt }: { releasedAt?: number | undefined }) =>
    (releasedAt ?? 0) < Date.parse(time);
  return { dats: all.filter(isBuilt), newer: all.filter((dat) => !isBuilt(dat)) };
}
