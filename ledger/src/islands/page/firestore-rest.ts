import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { loadSiteConfig, readJson } from './site-config.ts';

/** The site's document store over its REST interface: what is public needs no SDK. */
export interface FirestoreRest {
  readonly find: (path: string) => Promise<Record<string, unknown> | undefined>;
  readonly list: (collection: string, query: Record<string, string>) => Promise<unknown>;
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
    // Asked for in a list: a document that is missing is an answer then, and no failed request.
    async find(path) {
      const body = JSON.stringify({ documents: [`${root}/${path}`] });
      const answer = await readJson(url(':batchGet'), { method: 'POST', body });
      const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
      return isRecord(first) && isRecord(first.found) ? first.found : undefined;
    },
    list: (collection, query) => readJson(url(`/${collection}`, query)),
  };
}
