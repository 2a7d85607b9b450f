import { type Live, useWatched, type Watch } from './use-watched.ts';

/** The document store's SDK is the largest of all: it loads after the screen that asks for it. */
const watchDocument: Watch = (path, onChange, onFailure) => {
  let stop = () => {};
  let stopped = false;
  import('./documents.ts')
    .then(({ watchDocumentNow }) => {
      if (!stopped) stop = watchDocumentNow(path, onChange, onFailure);
    })
    .catch(onFailure);
  return () => {
    stopped = true;
    stop();
  };
};

/** Follows a document of the document store; `read` is a reader of shared/contracts. */
export const useDocument = <T>(path: string | undefined, read: (value: unknown) => T): Live<T> =>
  useWatched(watchDocument, path, read);
