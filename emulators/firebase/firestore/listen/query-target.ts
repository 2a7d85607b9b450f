import { documentJson } from '../calls/answers.ts';
import type {
  Change,
  DatabaseName,
  Documents,
  ListQuestion,
  Query,
  StoredDocument,
} from '../contract.ts';
import { formatPlace } from './routes.ts';
import type { Difference, Hidden, Target } from './target.ts';
import { Window } from './window.ts';

interface QueryTargetOptions {
  readonly documents: Documents;
  readonly name: DatabaseName;
  readonly query: Query;
  readonly structured: ListQuestion['query'];
}

/**
 * Makes a target of a query's results, updated by testing each changed document before and after.
 */
export function queryTarget({ documents, name, query, structured }: QueryTargetOptions): Target {
  const { parent, collection, isGroup } = query;
  const find = () => query.run(documents.collection(parent, collection, isGroup));
  const window =
    query.limit === undefined && query.offset === 0
      ? undefined
      : new Window(query, documents, find);
  return {
    places: [
      isGroup ? formatPlace.group(collection) : formatPlace.collection([...parent, collection]),
    ],
    askFor: (access) => access.list({ parent, collection, isGroup, query: structured }),
    all: () => ({ shown: window?.fill() ?? find(), hidden: [] }),
    after: (changes) => window?.after(changes) ?? compare(query, changes),
    json: (document) => documentJson(name, document, query.project(document)),
  };
}

/** Compares without a limit, where each document is tested independently. */
function compare(query: Query, changes: readonly Change[]): Difference {
  const shown: StoredDocument[] = [];
  const hidden: Hidden[] = [];
  for (const { path, before, after } of changes) {
    if (after && query.matches(after)) shown.push(after);
    else if (before && query.matches(before)) hidden.push({ path, document: after });
  }
  return { shown, hidden };
}
