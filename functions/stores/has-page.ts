import { assetsIn } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { readOwnedDats, readWorkSums } from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readText } from '@datchain/shared/contracts/tolerant.ts';
import { config } from '@datchain/shared/domain/config.ts';
import type { Services } from '../services.ts';
import type { Data } from './document-store.ts';
import { listNamePaths, publicNames } from './public-names.ts';
import { peopleIn } from './public-people.ts';

type Store = Pick<Services, 'store'>;

async function reader({ store }: Store, paths: readonly string[]) {
  const found = await store.read(paths);
  return (path: string): Data | undefined => found.get(path)?.data;
}

/** Whether Firestore reserves this id, so that no document can have it. */
const isReserved = (id: string): boolean => /^(\.\.?|__.*__)$/.test(id);

/**
 * Whether a work is or was public; a work taken down counts. A published work is in the books. `main` also has
 * rows of the newest works without a book.
 */
export async function hasWorkPage(services: Store, id: string): Promise<boolean> {
  if (!/^[\w-]{1,128}$/.test(id) || isReserved(id)) return false;
  const read = await reader(services, [docs.assetsSummary, docs.datGuard(id)]);
  const isIt = (row: unknown) => isRecord(row) && row.id === id;
  return read(docs.datGuard(id)) !== undefined || assetsIn(read(docs.assetsSummary)).some(isIt);
}

/**
 * Whether a work has a certificate. All its editions share one page, and each was once printed with its own
 * address.
 *
 * @param edition its number as in the address; empty for the page of all
 */
export async function hasCertificate(
  services: Store,
  id: string,
  edition: string,
): Promise<boolean> {
  if (!/^([1-9]\d?)?$/.test(edition) || !(await hasWorkPage(services, id))) return false;
  const read = await reader(services, [docs.datGuard(id)]);
  const editions = read(docs.datGuard(id))?.editions;
  return Number(edition) <= (Array.isArray(editions) ? editions.length : config.editionsPerDat);
}

/**
 * Whether a name belongs to somebody with a public page: they released a work or hold an edition, and are not
 * unnamed (N-PPL-06).
 */
export async function hasProfilePage(services: Store, username: string): Promise<boolean> {
  const name = username.toLowerCase();
  if (!/^[\w.-]{1,64}$/.test(name) || isReserved(name)) return false;
  const found = await reader(services, [docs.assetsSummary, docs.username(name)]);
  if (peopleIn(found(docs.assetsSummary)).some(([each]) => each === name)) return true;
  const uid = readText(found(docs.username(name))?.uid);
  if (uid === '') return false;
  const [read, [release]] = await Promise.all([
    reader(services, [...listNamePaths(uid), docs.wallet(uid)]),
    services.store.list(docs.releases, { limit: 1, where: { field: 'artistId', is: uid } }),
  ]);
  const names = publicNames(read);
  // A release carries its artist's name whatever they chose.
  if (release && readText(release.data.summaryPage) !== '') return true;
  if (names.of(uid).username.toLowerCase() !== name) return false;
  const wallet = read(docs.wallet(uid));
  return (readWorkSums(wallet)?.held ?? 0) > 0 || readOwnedDats(wallet).some(({ sold }) => !sold);
}
