import { placeOf, versionOf } from '@datchain/functions/stores/copy-documents.ts';
import { livePlace } from '@datchain/functions/stores/copy-live.ts';
import { marketPlace, PublicCopy } from '@datchain/functions/stores/public-copy.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { Timestamp } from '@google-cloud/firestore';

/** What databases hold of what is public: values by the paths of documents and of live values. */
export interface StoredPublic {
  /** 'assetsSummary/main', and when it was last written, in seconds. */
  readonly documents: Readonly<Record<string, { readonly value: unknown; readonly at: number }>>;
  /** 'streamStats/dat-1', and 'tokenBlocks' or 'metrics'. */
  readonly live: Readonly<Record<string, unknown>>;
}

/** A copy that is given what it holds: there are no databases behind it. */
export const copyOfNothing = (file?: string): PublicCopy =>
  new PublicCopy(
    {
      projectId: 'demo-none',
      databaseURL: 'http://127.0.0.1:1?ns=none',
      firestoreHost: '127.0.0.1:1',
    },
    file,
  );

/** Brings a copy up to date, as if it had looked at databases that hold this; what has no value is gone. */
export function bringUpToDate({ file }: PublicCopy, stored: StoredPublic): void {
  file.together(() => {
    for (const [path, { value, at }] of Object.entries(stored.documents)) {
      const [collection, id] = placeOf(path);
      file.put(collection, { id, value, version: versionOf(new Timestamp(at, 0)) });
    }
    for (const [path, value] of Object.entries(stored.live)) {
      const [collection, id] = placeOf(path);
      const isMarket = path === live.tokenBlocks || path === live.metrics;
      const place = isMarket ? marketPlace : livePlace(collection);
      file.put(place, { id: isMarket ? path : id, value, version: '' });
    }
  });
}
