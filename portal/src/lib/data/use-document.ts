import type { Question } from './documents.ts';
import { type Live, useWatched, type Watch } from './use-watched.ts';

/** The document store's SDK is the largest of all: it loads after the screen that asks for it. */
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

/** Follows a document of the document store; `read` is a reader of shared/contracts. */
export const useDocument = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchDocument, path, read);

/** Follows what a question finds; `read` receives the list of it. */
const useFound = <T>(question: Question | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchQuestion, question && JSON.stringify(question), read);

/** Follows a collection. */
export const useCollection = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(path === undefined ? undefined : { path }, read);

/** The documents of a collection that belong to a user, and are in this state where one is named. */
interface Own {
  readonly collection: string;
  readonly uid: string;
  readonly state?: string;
}

const ownQuestion = ({ collection: path, uid, state }: Own): Question => ({
  path,
  where: [['uid', '==', uid], ...(state === undefined ? [] : [['state', '==', state] as const])],
});

/** Follows a user's own documents. */
export const useOwnDocuments = <T>(own: Own | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(own && ownQuestion(own), read);

/** The document of a collection that names a text in a list of its own. */
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

/** Follows the document that names something, as a list of it alone. */
export const useNaming = <T>(naming: Naming | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(naming && namingQuestion(naming), read);

/** The newest documents of a collection by their `at`, and of these kinds where some are named. */
interface Newest {
  readonly path: string;
  /** None: of every kind. */
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

/** Documents of a collection whose `month`, YYYY-MM, is in a year. */
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

/** Follows the documents of a collection that are of a year. */
export const useYear = <T>(ofYear: OfYear | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(ofYear && yearQuestion(ofYear), read);

/** Follows which document of a collection is of the first month, as a list of it alone. */
export const useFirstMonth = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useFound(path === undefined ? undefined : { path, orderBy: ['month', 'asc'], limit: 1 }, read);

/** Reads all of a collection once, newest first, each document as `{id, data}`. */
export const readNewest = async (path: string, kinds: readonly string[]): Promise<unknown[]> =>
  (await import('./documents.ts')).readAllNow(newestQuestion({ path, kinds }));
