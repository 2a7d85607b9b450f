/** Every path of the Realtime Database, without a leading slash (R-DB-05). Public pages load it without Firestore's. */
export const live = {
  tokenBlocks: 'tokenBlocks',
  tokenBlock: (blockId: string) => `tokenBlocks/${blockId}`,
  utilityWallet: (uid: string) => `datchainwallets/${uid}`,
  rewardWallet: (uid: string) => `datChainTokenWallets/${uid}`,
  utilitySpend: (uid: string) => `utilitySpend/${uid}`,
  /** Zero at the signup; written by its owner, once. */
  ownCounter: (uid: string, name: 'credits' | 'stats') => `users/${uid}/${name}`,
  creditSummary: (uid: string) => `users/${uid}/summary`,
  /** The same as `erased/{uid}` of Firestore, for the rules of this database. */
  erased: (uid: string) => `users/${uid}/summary/isErased`,
  metrics: 'metrics',
  utilitySoldCents: 'metrics/utilitySold/totalCents',
  datToken: 'metrics/datToken',
  allStreamStats: 'streamStats',
  streamStats: (datId: string) => `streamStats/${datId}`,
  allEarnings: 'earnings',
  earnings: (datId: string) => `earnings/${datId}`,
  datLive: (datId: string) => `datLive/${datId}`,
  /** When a value of such a collection, which the ledger is built from, last changed. */
  publicChanges: (collection: string) => `publicChanges/${collection}`,
  publicChange: (collection: string, id: string) => `publicChanges/${collection}/${id}`,
  /** The latest releases, newest first, for the grid of pages built before them. */
  newestReleases: 'newestReleases',
} as const;
