import { loadSiteConfig, readJson } from './site-config.ts';

/** The site's document store over its REST interface: what is public needs no SDK. */
export interface FirestoreRest {
  /** How documents are named: `projects/{id}/databases/(default)/documents`. */
  readonly root: string;
  /** Lists a collection: one page. */
  readonly list: (collection: string, query: Record<string, string>) => Promise<unknown>;
  /** Asks with a body, e.g. `runQuery`. */
  readonly ask: (method: 'runQuery' | 'batchGet', body: object) => Promise<unknown>;
}

export async function firestoreRest(): Promise<FirestoreRest> {
  const {
    firestore = 'https://firestore.googleapis.com',
    projectId,
    apiKey,
  } = await loadSiteConfig();
  const root = `projects/${projectId}/databases/(default)/documents`;
  const url = (suffix: string, query: Record<string, string> = {}) =>
    `${firestore}/v1/${root}${suffix}?${new URLSearchParams({ ...query, key: apiKey })}`;
  return {
    root,
    list: (collection, query) => readJson(url(`/${collection}`, query)),
    ask: (method, body) =>
      readJson(url(`:${method}`), { method: 'POST', body: JSON.stringify(body) }),
  };
}
