import type { DatGuard } from '../books/guards.ts';
import type { Posting } from '../books/postings.ts';
import type { DatEvent } from '../dat-events.ts';
import type { Millis } from '../units.ts';

export interface LoggedEntry {
  readonly id: string;
  readonly kind: string;
  readonly at: Millis;
  readonly postings: readonly { account: string; asset: string; delta: number }[];
  /** Facts that are neither in the entry's id nor in its postings. */
  readonly refs?: Readonly<Record<string, string | number>> | undefined;
}

export interface EntryContext {
  readonly history: readonly DatEvent[];
  readonly dat: Pick<DatGuard, 'id' | 'editions'> | undefined;
}

/** A person; the log shows a commitment instead. */
export interface Person {
  readonly uid: string;
}

/** An entry that this one corrects; the log shows the number of its line instead. */
export interface Corrected {
  readonly entryId: string;
}

/** A line of the public log before it has a number, with its fields in order. */
export interface LogEvent {
  readonly at: Millis;
  readonly kind: LogKind;
  readonly fields: Readonly<Record<string, string | number | Person | Corrected>>;
}

const soldEdition = ['datId', 'edition', 'version', 'priceCents', 'tokens'] as const;

/** The kinds of lines with their fields in order (docs/public-log.md, "Kinds"). */
export const logFields = {
  release: ['datId', 'editions', 'priceCents', 'sharePpm', 'creator'],
  sale: [...soldEdition, 'sellerMicros', 'platformMicros', 'roundingMicros', 'seller', 'buyer'],
  resale: [
    ...soldEdition,
    'sellerMicros',
    'creatorMicros',
    'platformMicros',
    'roundingMicros',
    'seller',
    'buyer',
  ],
  gift: ['datId', 'edition', 'version', 'giver', 'receiver'],
  listing: ['datId', 'edition', 'version', 'priceCents', 'seller'],
  cancellation: ['datId', 'edition', 'version', 'seller'],
  takedown: ['datId', 'reason'],
  restoration: ['datId', 'corrects', 'reason'],
  'opening-release': ['datId', 'editions', 'priceCents', 'sharePpm', 'creator'],
  'opening-sale': ['datId', 'edition', 'priceCents', 'seller', 'buyer'],
  'opening-listing': ['datId', 'edition', 'priceCents', 'seller'],
  'opening-cancellation': ['datId', 'edition', 'seller'],
  streams: ['datId', 'platform', 'day', 'sharedMicros'],
  'stream-correction': [
    'datId',
    'platform',
    'day',
    'revision',
    'sharedMicros',
    'corrects',
    'reason',
  ],
  'reward-issue': ['rewards'],
  'token-issue': ['block', 'tokens'],
  'token-withdrawal': ['block', 'tokens'],
  'token-sale': [
    'tokens',
    'paidCents',
    'poolMicros',
    'backingMicros',
    'sellersMicros',
    'platformMicros',
  ],
  'token-listing': ['block', 'tokens'],
  'token-cancellation': ['block', 'tokens'],
  'payment-correction': [
    'tokens',
    'paidCents',
    'poolMicros',
    'backingMicros',
    'owedMicros',
    'platformMicros',
    'corrects',
    'reason',
  ],
  payouts: ['day', 'paidCents', 'reversedCents'],
  liabilities: ['day', 'owedMicros', 'tokens', 'rewardTokens', 'users', 'coins', 'root'],
  assets: ['day', 'source', 'availableCents', 'pendingCents'],
} as const satisfies Record<string, readonly string[]>;

export type LogKind = keyof typeof logFields;

export const sumPostings = (
  { postings }: Pick<LoggedEntry, 'postings'>,
  asset: Posting['asset'],
  account: string,
): number =>
  postings.reduce(
    (sum, posting) =>
      posting.asset === asset && posting.account.startsWith(account) ? sum + posting.delta : sum,
    0,
  );
