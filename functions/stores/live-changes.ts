import { live } from '@datchain/shared/contracts/paths.ts';

/** The Realtime Database paths that the ledger's builder copies: a value per DAT. */
export const copiedLive = [live.allStreamStats, live.allEarnings] as const;

/**
 * Returns the marks to write together with these paths. They say, by the server's clock, when a value used by
 * the ledger changed, so that its builder reads only those.
 */
export const makeLiveMarks = (paths: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const [collection = '', id] = path.split('/');
      return id && copiedLive.some((copied) => copied === collection)
        ? [[live.publicChange(collection, id), { '.sv': 'timestamp' }] as const]
        : [];
    }),
  );
