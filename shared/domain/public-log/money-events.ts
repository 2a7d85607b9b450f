import type { KindWith } from '../books/entry-kinds.ts';
import { MICROS_PER_CENT } from '../money.ts';
import { type LogEvent, type LoggedEntry, sumPostings } from './logged-entry.ts';

type Fields = LogEvent['fields'];
type Amounts = (entry: LoggedEntry) => { kind: LogEvent['kind']; fields: Fields } | undefined;

const cents = (micros: number): number => {
  if (micros % MICROS_PER_CENT !== 0)
    throw new RangeError(`${micros} is not a whole number of cents`);
  return micros / MICROS_PER_CENT;
};

/** Negates an amount without giving -0. */
const minus = (amount: number): number => 0 - amount;

function findBlock(entry: LoggedEntry, prefix: string): string | undefined {
  const posting = entry.postings.find(
    ({ account, asset }) => asset === 'TOKEN' && account.startsWith(prefix),
  );
  return posting?.account.slice(prefix.length);
}

const tokenMove =
  (
    kind: 'token-issue' | 'token-withdrawal' | 'token-listing' | 'token-cancellation',
    prefix: string,
    sign: 1 | -1,
  ) =>
  (entry: LoggedEntry) => {
    const block = findBlock(entry, prefix);
    if (block === undefined) return undefined;
    return { kind, fields: { block, tokens: sign * sumPostings(entry, 'TOKEN', prefix) } };
  };

const tokenSale: Amounts = (entry) => ({
  kind: 'token-sale',
  fields: {
    tokens: sumPostings(entry, 'TOKEN', 'user:'),
    paidCents: cents(minus(sumPostings(entry, 'USD', 'world:card'))),
    poolMicros: sumPostings(entry, 'USD', 'pool'),
    backingMicros: sumPostings(entry, 'USD', 'backing'),
    sellersMicros: sumPostings(entry, 'USD', 'owed:'),
    platformMicros: sumPostings(entry, 'USD', 'platform'),
  },
});

const paymentCorrection =
  (reason: string, correctedId: (entry: LoggedEntry) => string): Amounts =>
  (entry) => ({
    kind: 'payment-correction',
    fields: {
      tokens: sumPostings(entry, 'TOKEN', 'user:') + sumPostings(entry, 'TOKEN', 'queue:'),
      paidCents: cents(minus(sumPostings(entry, 'USD', 'world:card'))),
      poolMicros: sumPostings(entry, 'USD', 'pool'),
      backingMicros: sumPostings(entry, 'USD', 'backing'),
      owedMicros: sumPostings(entry, 'USD', 'owed:') + sumPostings(entry, 'USD', 'debt:'),
      platformMicros: sumPostings(entry, 'USD', 'platform') + sumPostings(entry, 'USD', 'losses'),
      corrects: { entryId: correctedId(entry) },
      reason,
    },
  });

function settlementId({ id, refs }: LoggedEntry): string {
  if (refs?.orderId === undefined) throw new Error(`${id} names no order`);
  return `settle:${refs.orderId}`;
}

/** Returns the entry that a reinstatement corrects: the clawback with the same Stripe id. */
const clawbackId = ({ id }: LoggedEntry): string => `clawback:${id.slice('reinstate:'.length)}`;

const streamsId =
  /^stream:(?<datId>.+):(?<platform>[^:]+):(?<day>\d{4}-\d{2}-\d{2}):(?<revision>\d+)$/;

const streams: Amounts = (entry) => {
  const said = streamsId.exec(entry.id)?.groups;
  if (!said) throw new Error(`${entry.id} names no DAT, platform and day`);
  const sharedMicros = minus(sumPostings(entry, 'USD', 'promised'));
  if (entry.postings.length === 0) return undefined;
  const { revision, ...what } = said;
  if (revision === '0') return { kind: 'streams', fields: { ...what, sharedMicros } };
  const corrects = { entryId: entry.id.replace(/\d+$/, '0') };
  const change = { revision: Number(revision), sharedMicros, corrects };
  const reason = 'The platform reported another figure for this day.';
  return { kind: 'stream-correction', fields: { ...what, ...change, reason } };
};

const rewardIssue = (entry: LoggedEntry) => ({
  kind: 'reward-issue' as const,
  fields: { rewards: sumPostings(entry, 'REWARD', 'user:') },
});

const amounts: Readonly<Record<Exclude<KindWith<'lines'>, KindWith<'events'>>, Amounts>> = {
  'tokens-issued': tokenMove('token-issue', 'block:', 1),
  'tokens-withdrawn': tokenMove('token-withdrawal', 'block:', -1),
  'tokens-listed': tokenMove('token-listing', 'queue:', 1),
  'tokens-unlisted': tokenMove('token-cancellation', 'queue:', -1),
  'order-settled': tokenSale,
  'order-clawed-back': paymentCorrection('A card payment was returned.', settlementId),
  'order-reinstated': paymentCorrection('A returned card payment came back.', clawbackId),
  'order-recovered': paymentCorrection(
    'Tokens of a returned card payment came back from an unpaid order.',
    settlementId,
  ),
  'streams-distributed': streams,
  'rewards-claimed': rewardIssue,
};

const isOfAmounts = (kind: string): kind is keyof typeof amounts => Object.hasOwn(amounts, kind);

/** Returns the log events of tokens, streams and rewards: amounts without names, or nothing. */
export function moneyEvents(entry: LoggedEntry): LogEvent[] {
  if (!isOfAmounts(entry.kind)) return [];
  const fields = amounts[entry.kind](entry);
  if (!fields) return [];
  const event = { at: entry.at, ...fields };
  // A refund can take back reward tokens that its spend had earned.
  const isTaken = entry.kind === 'order-clawed-back' && sumPostings(entry, 'REWARD', 'user:') !== 0;
  return isTaken ? [event, { at: entry.at, ...rewardIssue(entry) }] : [event];
}

/** The amounts paid out and returned; the log shows only their daily sums. */
export interface PaidOut {
  readonly paidCents: number;
  readonly reversedCents: number;
}

/** Returns what an entry adds to its day's payouts; undefined for other entries. */
export function readPaidOut(entry: LoggedEntry): PaidOut | undefined {
  const out = cents(sumPostings(entry, 'USD', 'world:transfers'));
  if (entry.kind === 'payout-paid') return { paidCents: out, reversedCents: 0 };
  if (entry.kind === 'payout-reversed') return { paidCents: 0, reversedCents: minus(out) };
  return undefined;
}
