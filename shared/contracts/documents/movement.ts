import * as v from 'valibot';
import { payoutSources } from '../../domain/payout.ts';
import { whole } from '../../domain/whole.ts';
import { isRecord, readList, readText } from '../tolerant.ts';

const text = v.string();

/** Every movement, and everything else that is told, says when it was, in milliseconds. */
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
  /** What became owed: tokens that were gone, and what went back beyond the payment. */
  debtMicros: whole,
  /** The part of it that went back to the card beyond what was paid; absent for none. */
  excessMicros: v.optional(whole),
  /** Tokens that had been spent or sold; absent for none. */
  missingQty: v.optional(whole),
  totalCents: whole,
  paymentCents: v.optional(whole),
  /** Reward tokens that went with them: their spend was returned. */
  rewardQty: v.optional(whole),
};
const payout = { payoutId: text, source: v.picklist(payoutSources), amountCents: whole };
const streams = {
  datId: text,
  platform: text,
  date: text,
  earnedMicros: whole,
  /** How many, or in a correction how many more; what each brings; the user's share of the 5%. */
  streams: v.optional(whole),
  streamMicros: v.optional(whole),
  sharePpm: v.optional(whole),
};

/** What a user sees of an entry of the journal, `users/{uid}/movements/{entryId}`. */
export const movementSchema = v.variant('kind', [
  of('tokens-bought', {
    orderId: text,
    blockId: text,
    priceCents: whole,
    qty: whole,
    totalCents: whole,
    /** What buyers got back for their own listed tokens, and how many there were. */
    earnedMicros: v.optional(whole),
    ownQty: v.optional(whole),
    /** The edition that the tokens are for, where the payment named one. */
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
  /** Tokens that others' unpaid orders had held came back, and fill what a refund had missed. */
  of('payment-recovered', takenBack),
  of('rewards-claimed', { qty: whole }),
  of('edition-bought', {
    ...edition,
    priceCents: whole,
    tokens: whole,
    /** Change that was spent with the tokens, and how much of the last token became change. */
    changeSpentMicros: v.optional(whole),
    changeLeftMicros: v.optional(whole),
    /** Their part as the creator, where the buyer is the creator too. */
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
  /** Given away when the account was closed; another user's, or the creator's again (N-FST-06). */
  of('edition-given', edition),
  of('edition-received', {
    ...edition,
    /** It came back to its creator. */
    isReturned: v.boolean(),
  }),
  of('stream-earnings', streams),
  of('stream-correction', { ...streams, debtMicros: whole }),
  /** What was earned before the books began, with a work or otherwise. */
  of('earned-before', { datId: v.optional(text), earnedMicros: whole }),
  of('payout-requested', payout),
  of('payout-paid', { ...payout, transferId: text }),
  of('payout-returned', payout),
  of('payout-reversed', payout),
  of('debt-paid', { paidMicros: whole, debtMicros: whole }),
  /** Given up when the account was closed. */
  of('rest-waived', { earnedMicros: whole, changeMicros: whole, rewardQty: whole }),
]);

export type Movement = v.InferOutput<typeof movementSchema>;
export type MovementKind = Movement['kind'];

/** Every kind of movement that changes a debt. */
export const debtKinds = [
  'payment-refunded',
  'payment-disputed',
  'payment-reinstated',
  'payment-recovered',
  'stream-correction',
  'debt-paid',
] as const satisfies readonly MovementKind[];

export type RecordedMovement = Movement & { readonly entryId: string };

/** Reads one movement; undefined when it is none. */
export function readMovement(value: unknown): Movement | undefined {
  const parsed = v.safeParse(movementSchema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Reads documents as `{id, data}`, in the order they come in; what is not a movement is left out. */
export const readMovements = (value: unknown): RecordedMovement[] =>
  readList(value).flatMap((item) => {
    if (!isRecord(item)) return [];
    const movement = readMovement(item.data);
    return movement ? [{ ...movement, entryId: readText(item.id) }] : [];
  });
