import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { newestFirst, publicDats } from '@datchain/shared/domain/dats.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import {
  type CatalogueFile,
  catalogueEntry,
  catalogueHref,
  readCatalogue,
  type SearchableEntry,
  searchable,
} from '../../views/dats/catalogue.ts';
import { readJson } from '../page/site-config.ts';
import { readNewestRows } from './newest-rows.ts';

/** Reads the newest releases, which the file may lack; none when the read fails. */
async function readNewer(): Promise<SearchableEntry[]> {
  try {
    const rows = await readNewestRows();
    const { dats } = readAssetsSummary({ assets: rows }, live.newestReleases);
    return newestFirst(publicDats(dats)).map((dat) => searchable(catalogueEntry(dat, undefined)));
  } catch (error) {
    warnLater('The newest releases cannot be searched', error);
    return [];
  }
}

async function load(): Promise<SearchableEntry[]> {
  const [file, newer] = await Promise.all([readJson(catalogueHref), readNewer()]);
  const built = readCatalogue(file as CatalogueFile);
  const known = new Set(built.map(({ id }) => id));
  return [...newer.filter(({ id }) => !known.has(id)), ...built];
}

let loading: Promise<SearchableEntry[]> | undefined;

/** The catalogue, fetched once a page; after a failure the next use asks again. */
export function loadCatalogue(): Promise<SearchableEntry[]> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
