import { documentJson } from '../calls/answers.ts';
import type { Access, DatabaseName, Segments, StoredDocument, View } from '../contract.ts';
import { formatPlace } from './routes.ts';
import type { Difference, Target } from './target.ts';

export function documentsTarget(
  view: View,
  name: DatabaseName,
  paths: readonly Segments[],
): Target {
  const own = new Map(paths.map((path) => [path.join('/'), path]));
  return {
    places: paths.map(formatPlace.document),
    askFor(access: Access) {
      for (const path of own.values()) access.get(path, view.get(path));
    },
    all: () => differenceOf(view, [...own.values()]),
    after: (changes) =>
      differenceOf(
        view,
        changes.map(({ path }) => path).filter((path) => own.has(path.join('/'))),
      ),
    json: (document) => documentJson(name, document, document.fields),
  };
}

function differenceOf(view: View, paths: readonly Segments[]): Difference {
  const shown: StoredDocument[] = [];
  const missing: Segments[] = [];
  for (const path of paths) {
    const document = view.get(path);
    if (document) shown.push(document);
    else missing.push(path);
  }
  return { shown, hidden: missing.map((path) => ({ path, document: undefined })) };
}
