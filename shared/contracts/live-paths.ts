/**
 * The paths of the Realtime Database, without a leading slash (R-DB-05). Public pages load them without
 * Firestore's.
 */
export const live = {
  tokenBlocks: 'tokenBlocks',
  tokenBlock: (blockId: string) => `tokenBlocks/${blockId}`,
  utilityWallet: (uid: string) => `datchainwallets/${uid}`,
  rewardWallet: (uid: string) => `datChainTokenWallets/${uid}`,
  utilitySpend: (uid: string) => `utilitySpend/${uid}`,
  /** A counter of zero, written once by its owner at the signup. */
  ownCounter: (uid: string, name: 'credits' | 'stats') => `users/${uid}/${name}`,
  creditSummary: (uid: string) => `users/${uid}/summary`,
  /** The copy of Firestore's `erased/{uid}` for this database's rules. */
  erased: (uid: string) => `users/${uid}/summary/isErased`,
  metrics: 'metrics',
  utilitySoldCents: 'metrics/utilitySold/totalCents',
  datToken: 'metrics/datToken',
  allStreamStats: 'streamStats',
  streamStats: (datId: string) => `streamStats/${datId}`,
  allEarnings: 'earnings',
  earnings: (datId: string) => `earnings/${datId}`,
  datLive: (datId: string) => `datLive/${datId}`,
  publicChanges: (collection: string) => `publicChanges/${collection}`,
  publicChange: (collection: string, id: string) => `publicChanges/${collection}/${id}`,
  /** The latest releases, newest first, for grids on pages that were built before them. */
  newestReleases: 'newestReleases',
} as const;
