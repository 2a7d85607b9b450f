import type { Question } from './documents.ts';
import { type Live, useWatched, type Watch } from './use-watched.ts';

/** Loads the document store's SDK, the largest of all, after the screen that needs it. */
const loadedLater =
  (name: 'watchDocumentNow' | 'watchQuestionNow'): Watch =>
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
const watchQuestion = loadedLater('watchQuestionNow');

export const useDocument = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchDocument, path, read);

const useFound = <T>(question: Question | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchQuestion, question && JSON.stringify(question), read);

export const useCollection = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(path === undefined ? undefined : { path }, read);

interface Own {
  readonly collection: string;
  readonly uid: string;
  readonly state?: string;
}

const ownQuestion = ({ collection: path, uid, state }: Own): Question => ({
  path,
  where: [['uid', '==', uid], ...(state === undefined ? [] : [['state', '==', state] as const])],
});

export const useOwnDocuments = <T>(own: Own | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(own && ownQuestion(own), read);

interface Naming {
  readonly path: string;
  readonly list: string;
  readonly text: string;
}

const namingQuestion = ({ path, list, text }: Naming): Question => ({
  path,
  where: [[list, 'array-contains', text]],
  limit: 1,
});

/** Follows the document that contains something in a list field, as a list of one. */
export const useNaming = <T>(naming: Naming | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(naming && namingQuestion(naming), read);

/** A query for the newest documents of a collection by their `at`, optionally of some kinds. */
interface Newest {
  readonly path: string;
  /** Empty for every kind. */
  readonly kinds: readonly string[];
}

const newestQuestion = ({ path, kinds }: Newest): Question => ({
  path,
  where: kinds.length > 0 ? [['kind', 'in', kinds]] : [],
  orderBy: ['at', 'desc'],
  withIds: true,
});

/** Follows the newest documents of a collection, each as `{id, data}`. */
export const useNewest = <T>(
  newest: (Newest & { readonly limit: number }) | undefined,
  read: (value: unknown) => T,
): Live<T> => useFound(newest && { ...newestQuestion(newest), limit: newest.limit }, read);

/** A query for the documents of a collection whose `month`, YYYY-MM, is in a year. */
interface OfYear {
  readonly path: string;
  readonly year: string;
}

const yearQuestion = ({ path, year }: OfYear): Question => ({
  path,
  where: [
    ['month', '>=', `${year}-01`],
    ['month', '<=', `${year}-12`],
  ],
});

export const useYear = <T>(ofYear: OfYear | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(ofYear && yearQuestion(ofYear), read);

/** Follows the document with the first month of a collection, as a list of one. */
export const useFirstMonth = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(path === undefined ? undefined : { path, orderBy: ['month', 'asc'], limit: 1 }, read);

/** Reads a whole collection once, newest first, each document as `{id, data}`. */
export const readNewest = async (path: string, kinds: readonly string[]): Promise<unknown[]> =>
  (await import('./documents.ts')).readAllNow(newestQuestion({ path, kinds }));
