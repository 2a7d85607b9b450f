import type { Naming, Newest, OfYear, Own } from './documents.ts';
import { type Live, useWatched, type Watch } from './use-watched.ts';

/** The document store's SDK is the largest of all: it loads after the screen that asks for it. */
const loadedLater =
  (
    name:
      | 'watchDocumentNow'
      | 'watchCollectionNow'
      | 'watchOwnNow'
      | 'watchNamingNow'
      | 'watchNewestNow'
      | 'watchYearNow'
      | 'watchFirstMonthNow',
  ): Watch =>
  (path, onChange, onFailure) => {
    let stop = () => {};
    let stopped = false;
    import('./documents.ts')
      .then((documents) => {
        if (!stopped) stop = documents[name](path, onChange, onFailure);
      })
      .catch(onFailure);
    return () => {
      stopped = true;
      stop();
    };
  };

const watchDocument = loadedLater('watchDocumentNow');
const watchCollection = loadedLater('watchCollectionNow');
const watchOwn = loadedLater('watchOwnNow');
const watchNaming = loadedLater('watchNamingNow');
const watchNewest = loadedLater('watchNewestNow');
const watchYear = loadedLater('watchYearNow');
const watchFirstMonth = loadedLater('watchFirstMonthNow');

/** Follows a document of the document store; `read` is a reader of shared/contracts. */
export const useDocument = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchDocument, path, read);

/** Follows a collection; `read` receives the data of its documents as a list. */
export const useCollection = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchCollection, path, read);

/** Follows a user's own documents, like `useCollection`. */
export const useOwnDocuments = <T>(own: Own | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchOwn, own && JSON.stringify(own), read);

/** Follows the document of a collection that names something in a list, as a list of it alone. */
export const useNaming = <T>(naming: Naming | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchNaming, naming && JSON.stringify(naming), read);

/** Follows the newest documents of a collection, each as `{id, data}`. */
export const useNewest = <T>(newest: Newest | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchNewest, newest && JSON.stringify(newest), read);

/** Follows the documents of a collection that are of a year. */
export const useYear = <T>(ofYear: OfYear | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchYear, ofYear && JSON.stringify(ofYear), read);

/** Follows which document of a collection is of the first month, as a list of it alone. */
export const useFirstMonth = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchFirstMonth, path, read);

/** Reads all of a collection once, newest first, each document as `{id, data}`. */
export const readNewest = async (path: string, kinds: readonly string[]): Promise<unknown[]> =>
  (await import('./documents.ts')).readNewestNow(path, kinds);
