import { formatVersion, splitPath } from '@datchain/functions/stores/copy-documents.ts';
import { livePlace } from '@datchain/functions/stores/copy-live.ts';
import { marketPlace, PublicCopy } from '@datchain/functions/stores/public-copy.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { Timestamp } from '@google-cloud/firestore';

/** The public data in the databases: values by the paths of documents and of live values. */
export interface StoredPublic {
  /** For example 'assetsSummary/main', with the time of the last write in seconds. */
  readonly documents: Readonly<Record<string, { readonly value: unknown; readonly at: number }>>;
  /** For example 'streamStats/dat-1', 'tokenBlocks' or 'metrics'. */
  readonly live: Readonly<Record<string, unknown>>;
}

export const copyOfNothing = (file?: string): PublicCopy =>
  new PublicCopy(
    {
      projectId: 'demo-none',
      databaseURL: 'http://127.0.0.1:1?ns=none',
      firestoreHost: '127.0.0.1:1',
    },
    file,
  );

/** Updates a copy as if it had read databases with this content; removes paths without a value. */
export function bringUpToDate({ file }: PublicCopy, stored: StoredPublic): void {
  file.together(() => {
    for (const [path, { value, at }] of Object.entries(stored.documents)) {
      const [collection, id] = splitPath(path);
      file.put(collection, { id, value, version: formatVersion(new Timestamp(at, 0)) });
    }
    for (const [path, value] of Object.entries(stored.live)) {
      const [collection, id] = splitPath(path);
      const isMarket = path === live.tokenBlocks || path === live.metrics;
      const place = isMarket ? marketPlace : livePlace(collection);
      file.put(place, { id: isMarket ? path : id, value, version: '' });
    }
  });
}
