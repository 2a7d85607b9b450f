import {
  type CatalogueFile,
  catalogueHref,
  readCatalogue,
  type SearchableEntry,
} from '../views/catalogue.ts';
import { readJson } from './site-config.ts';

let loading: Promise<SearchableEntry[]> | undefined;

/** The catalogue, fetched once a page; after a failure the next use asks again. */
export function loadCatalogue(): Promise<SearchableEntry[]> {
  loading ??= readJson(catalogueHref)
    .then((file) => readCatalogue(file as CatalogueFile))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
