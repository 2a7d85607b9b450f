import * as v from 'valibot';
import { payoutSources } from '../../domain/payout.ts';
import { whole } from '../../domain/whole.ts';
import { isRecord, readList, readText } from '../tolerant.ts';
import { expandStreamDay, type StreamDay, streamDaySchema, streamShareId } from './stream-day.ts';

const text = v.string();

/** Makes the schema of a movement or another notification, with its time in milliseconds. */
export const of = <Kind extends string, Fields extends v.ObjectEntries>(
  kind: Kind,
  fields: Fields,
) => v.object({ kind: v.literal(kind), at: v.number(), ...fields });

const edition = { datId: text, edition: whole };
const takenBack = {
  orderId: text,
  blockId: text,
  priceCents: whole,
  qty: whole,
  /** The new debt: missing tokens, and money returned beyond the payment. */
  debtMicros: whole,
  /** The part of it returned to the card beyond the payment, if any. */
  excessMicros: v.optional(whole),
  missingQty: v.optional(whole),
  totalCents: whole,
  paymentCents: v.optional(whole),
  /** Reward tokens taken with them, because their spend was returned. */
  rewardQty: v.optional(whole),
};
const payout = { payoutId: text, source: v.picklist(payoutSources), amountCents: whole };
const streams = {
  datId: text,
  platform: text,
  date: text,
  earnedMicros: whole,
  /** The number of streams (in a correction, the change), earnings of each, and the user's share of the 5%. */
  streams: v.optional(whole),
  streamMicros: v.optional(whole),
  sharePpm: v.optional(whole),
};

/**
 * A journal entry as a user sees it, `users/{uid}/movements/{entryId}`. Those of streams are stored by day: see
 * `StreamDay`.
 */
export const movementSchema = v.variant('kind', [
  of('tokens-bought', {
    orderId: text,
    blockId: text,
    priceCents: whole,
    qty: whole,
    totalCents: whole,
    /** Earnings of buyers from their own listed tokens, and how many there were. */
    earnedMicros: v.optional(whole),
    ownQty: v.optional(whole),
    datId: v.optional(text),
    edition: v.optional(whole),
  }),
  of('tokens-sold', {
    blockId: text,
    priceCents: whole,
    qty: whole,
    grossMicros: whole,
    earnedMicros: whole,
  }),
  of('tokens-listed', { listingId: text, blockId: text, qty: whole }),
  of('tokens-unlisted', { listingId: text, blockId: text, qty: whole }),
  of('payment-returned', { orderId: text, blockId: text, qty: whole, totalCents: whole }),
  of('payment-refunded', takenBack),
  of('payment-disputed', takenBack),
  of('payment-reinstated', takenBack),
  /** Tokens held by others' unpaid orders came back, and go to a refund that had missed them. */
  of('payment-recovered', takenBack),
  of('rewards-claimed', { qty: whole }),
  of('edition-bought', {
    ...edition,
    priceCents: whole,
    tokens: whole,
    changeSpentMicros: v.optional(whole),
    changeLeftMicros: v.optional(whole),
    /** The royalty, if the buyer is also the creator. */
    earnedMicros: v.optional(whole),
  }),
  of('edition-sold', {
    ...edition,
    priceCents: whole,
    earnedMicros: whole,
    isResale: v.boolean(),
  }),
  of('royalty', { ...edition, priceCents: whole, earnedMicros: whole }),
  of('edition-listed', { ...edition, askPriceCents: v.nullable(whole) }),
  of('edition-unlisted', { ...edition, askPriceCents: v.nullable(whole) }),
  /** The edition was given away when an account closed, to another user or back to the creator (N-FST-06). */
  of('edition-given', edition),
  of('edition-received', {
    ...edition,
    isReturned: v.boolean(),
  }),
  of('stream-earnings', streams),
  of('stream-correction', { ...streams, debtMicros: whole }),
  /** Earnings older than the books, with or without a work. */
  of('earned-before', { datId: v.optional(text), earnedMicros: whole }),
  of('payout-requested', payout),
  of('payout-paid', { ...payout, transferId: text }),
  of('payout-returned', payout),
  of('payout-reversed', payout),
  of('debt-paid', { paidMicros: whole, debtMicros: whole }),
  of('rest-waived', { earnedMicros: whole, changeMicros: whole, rewardQty: whole }),
]);

export type Movement = v.InferOutput<typeof movementSchema>;
export type MovementKind = Movement['kind'];

export const debtKinds = [
  'payment-refunded',
  'payment-disputed',
  'payment-reinstated',
  'payment-recovered',
  'stream-correction',
  'debt-paid',
] as const satisfies readonly MovementKind[];

export type RecordedMovement = Movement & { readonly entryId: string };

export type StoredMovement = Exclude<Movement, { date: string }> | StreamDay;

/** Returns what a stored movement says, one movement for each work and platform of a day of streams. */
export const expandMovement = (stored: StoredMovement): Movement[] =>
  'shares' in stored ? expandStreamDay(stored) : [stored];

/** Reads a stored movement; several if it is a day of streams, none if it is something else. */
export function readStoredMovement(id: string, value: unknown): RecordedMovement[] {
  const day = v.safeParse(streamDaySchema, value);
  if (!day.success) {
    const movement = readMovement(value);
    return movement ? [{ ...movement, entryId: id }] : [];
  }
  const { date, shares } = day.output;
  return expandStreamDay(day.output).map((movement, index) => {
    const share = shares[index];
    return { ...movement, entryId: share ? streamShareId(date, share) : id };
  });
}

export function readMovement(value: unknown): Movement | undefined {
  const parsed = v.safeParse(movementSchema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Reads documents as `{id, data}` in the given order; other values are left out. */
export const readMovements = (value: unknown): RecordedMovement[] =>
  readList(value).flatMap((item) => {
    if (!isRecord(item)) return [];
    return readStoredMovement(readText(item.id), item.data);
  });
