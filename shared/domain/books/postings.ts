/**
 * The assets of double entry: the postings of an entry sum to zero for each. USD and FACE (face of tokens)
 * are in micros, tokens and rewards in whole pieces.
 */
export type Asset = 'USD' | 'TOKEN' | 'FACE' | 'REWARD';

export interface Posting {
  readonly account: string;
  readonly asset: Asset;
  readonly delta: number;
}

/** The accounts of the books; those that begin with `world:` are outside of them. */
export const accounts = {
  card: 'world:card',
  cardFees: 'world:card-fees',
  /** The source of issued tokens and their face. */
  issuer: 'world:issuer',
  transfers: 'world:transfers',
  /** The source of the shop owner's payments against the shortfall. */
  owner: 'world:owner',
  /** The source of balances that are older than the journal. */
  opening: 'world:opening',
  backing: 'backing',
  pool: 'pool',
  platform: 'platform',
  /** The platform's promises for streams (N-FIG-04), out of its own money; never above zero. */
  promised: 'promised',
  /** Shared stream earnings on their way from the promise to their payees; below zero while more is taken back. */
  streamsDue: 'streams-due',
  block: (blockId: string) => `block:${blockId}`,
  queue: (blockId: string) => `queue:${blockId}`,
  order: (orderId: string) => `order:${orderId}`,
  payout: (payoutId: string) => `payout:${payoutId}`,
  user: (uid: string) => `user:${uid}`,
  /** Money owed to a user: earned credits. */
  owed: (uid: string) => `owed:${uid}`,
  /** The platform's losses by payments that were taken back; never above zero. */
  losses: 'losses',
  /** A user's debt to the platform; never above zero. */
  debt: (uid: string) => `debt:${uid}`,
} as const;

/** Moves an amount between two accounts; returns no postings for zero. */
export const move = (asset: Asset, from: string, to: string, amount: number): Posting[] =>
  amount === 0
    ? []
    : [
        { account: from, asset, delta: -amount },
        { account: to, asset, delta: amount },
      ];

/** Combines postings to one for each account and asset, without zeros. */
export function netted(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const { account, asset, delta } of postings) {
    const key = `${account} ${asset}`;
    sums.set(key, { account, asset, delta: (sums.get(key)?.delta ?? 0) + delta });
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0);
}

/** Sums the postings of each asset that is not balanced; empty for a balanced entry. */
export function imbalance(postings: readonly Posting[]): Partial<Record<Asset, number>> {
  const sums: Partial<Record<Asset, number>> = {};
  for (const { asset, delta } of postings) sums[asset] = (sums[asset] ?? 0) + delta;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** Finds a number within a value that is not a safe integer. */
export function fractionBelow(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = fractionBelow(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
