/** Double entry: the postings of an entry sum to zero per asset. `world:*` accounts are the outside. */

/** USD in micros; tokens and rewards in whole pieces; FACE in micros (what tokens were issued for). */
export type Asset = 'USD' | 'TOKEN' | 'FACE' | 'REWARD';

export interface Posting {
  readonly account: string;
  readonly asset: Asset;
  readonly delta: number;
}

export const accounts = {
  /** Card payments come from here. */
  card: 'world:card',
  /** What Stripe keeps of card payments, and charges for disputes. */
  cardFees: 'world:card-fees',
  /** Tokens and their face value are issued from here. */
  issuer: 'world:issuer',
  /** Payouts leave to here. */
  transfers: 'world:transfers',
  /** What the owner of the platform pays in, against its shortfall. */
  owner: 'world:owner',
  /** What existed before the journal. */
  opening: 'world:opening',
  backing: 'backing',
  pool: 'pool',
  platform: 'platform',
  /** What the platform promised for streams (N-FIG-04), out of its own money: never above zero. */
  promised: 'promised',
  block: (blockId: string) => `block:${blockId}`,
  queue: (blockId: string) => `queue:${blockId}`,
  order: (orderId: string) => `order:${orderId}`,
  /** What a payout holds until its transfer is known. */
  payout: (payoutId: string) => `payout:${payoutId}`,
  user: (uid: string) => `user:${uid}`,
  /** Money owed to a user: earned credits. */
  owed: (uid: string) => `owed:${uid}`,
  /** What the platform lost by payments that were taken back: never above zero. */
  losses: 'losses',
  /** What a user owes the platform: never above zero. */
  debt: (uid: string) => `debt:${uid}`,
} as const;

/** Moves an amount between two accounts; nothing for an amount of zero. */
export const move = (asset: Asset, from: string, to: string, amount: number): Posting[] =>
  amount === 0
    ? []
    : [
        { account: from, asset, delta: -amount },
        { account: to, asset, delta: amount },
      ];

/** One posting for each account and asset, and none where nothing is left. */
export function netted(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>();
  for (const { account, asset, delta } of postings) {
    const key = `${account} ${asset}`;
    sums.set(key, { account, asset, delta: (sums.get(key)?.delta ?? 0) + delta });
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0);
}

/** The sum per asset; all zero for a balanced entry. */
export function imbalance(postings: readonly Posting[]): Partial<Record<Asset, number>> {
  const sums: Partial<Record<Asset, number>> = {};
  for (const { asset, delta } of postings) sums[asset] = (sums[asset] ?? 0) + delta;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** The first number below a value that is not whole. */
export function fractionBelow(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? undefined : value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const part of Object.values(value)) {
    const found = fractionBelow(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
