import { live } from '@datchain/shared/contracts/paths.ts';

/** What the builder of the ledger has a copy of in the Realtime Database: a value for each DAT. */
export const copiedLive = [live.allStreamStats, live.allEarnings] as const;

/**
 * The marks that belong into a write of these paths: they say when a value that the ledger is built from
 * changed, by the server's clock, so that its builder reads nothing else.
 */
export const liveMarksOf = (paths: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const [collection = '', id] = path.split('/');
      return id && copiedLive.some((copied) => copied === collection)
        ? [[live.publicChange(collection, id), { '.sv': 'timestamp' }] as const]
        : [];
    }),
  );
