import type { Decision, StockChange } from '@datchain/shared/contracts/documents/decision.ts';
import { readBlockGuard, readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type {
  BlockGuard,
  EarnedDay,
  Lot,
  SupplyGuard,
} from '@datchain/shared/domain/books/guards.ts';
import { addEarned } from '@datchain/shared/domain/books/lots.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import { emptyQueue } from '@datchain/shared/domain/books/queue.ts';
import { queueTokens, unqueueTokens } from '@datchain/shared/domain/books/token-listings.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { formatCount } from '@datchain/shared/domain/format.ts';
import { PPM, splitByWeight } from '@datchain/shared/domain/money.ts';
import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Entry } from '../entry.ts';
import { getUser, userDocument } from './order-documents.ts';
import { blockDocuments, withEnd, withListings } from './queue-documents.ts';

const supplyDocument = (supply: SupplyGuard) => ({ path: docs.supplyGuard, data: supply });

const emptyBlock = (id: string, priceCents: number): BlockGuard => ({
  id,
  priceCents,
  platformQty: 0,
  platformReserved: 0,
  queue: emptyQueue(),
});

/** An operator's decision about the platform's stock (N-LCH-01). */
export interface StockDecision {
  /** The operator's uid, or `BY_COMMAND`. */
  readonly uid: string;
  readonly reason: string;
}

/** Records the decision for the history on the operators' desk; the stock of a demonstration has none. */
const decisionDocuments = (
  { id, what, by }: { id: string; what: StockChange; by: StockDecision | undefined },
  { blockId, qty, at }: { blockId: string; qty: number; at: number },
) => {
  if (!by) return [];
  const data: Decision = { what, id: blockId, reason: by.reason, qty, uid: by.uid, at };
  return [{ path: docs.decision(id), data: { ...data } }];
};

/**
 * Puts tokens of the platform on sale in a block. Their face is issued when they are sold.
 *
 * @param issueId idempotency key: the same id changes nothing the second time
 */
export const issueTokensEntry = (
  issueId: string,
  blockId: string,
  priceCents: number,
  qty: number,
  by?: StockDecision,
): Entry<null> => ({
  id: `issue:${issueId}`,
  kind: 'tokens-issued',
  actor: by?.uid ?? 'system',
  input: { blockId, priceCents, qty, ...(by && { reason: by.reason }) },
  reads: [docs.blockGuard(blockId)],
  decide(view, now) {
    const block = readBlockGuard(view(docs.blockGuard(blockId))) ?? emptyBlock(blockId, priceCents);
    if (block.priceCents !== priceCents) {
      return refuse('failed-precondition', `Block ${blockId} sells at ${block.priceCents} cents`);
    }
    const maxQty = rates.maxOrderQty - block.platformQty - block.platformReserved;
    if (qty > maxQty) {
      return refuse(
        'failed-precondition',
        `At most ${formatCount(maxQty)} more tokens can be put on sale at this price.`,
      );
    }
    const decision = { id: `issue-${issueId}`, what: 'issue-tokens', by } as const;
    return {
      result: null,
      postings: move('TOKEN', accounts.issuer, accounts.block(blockId), qty),
      documents: [
        ...blockDocuments({ ...block, platformQty: block.platformQty + qty }),
        ...decisionDocuments(decision, { blockId, qty, at: now }),
      ],
      touched: [`block:${blockId}`],
    };
  },
});

/**
 * Takes tokens of the platform off sale that nobody bought and no order holds.
 *
 * @param withdrawalId idempotency key: the same id changes nothing the second time
 */
export const withdrawTokensEntry = (
  withdrawalId: string,
  blockId: string,
  qty: number,
  by: StockDecision,
): Entry<null> => ({
  id: `withdraw:${withdrawalId}`,
  kind: 'tokens-withdrawn',
  actor: by.uid,
  input: { blockId, qty, reason: by.reason },
  reads: [docs.blockGuard(blockId)],
  decide(view, now) {
    const block = readBlockGuard(view(docs.blockGuard(blockId)));
    const unsold = block?.platformQty ?? 0;
    if (!block || qty > unsold) {
      return refuse(
        'failed-precondition',
        `Only ${formatCount(unsold)} of the platform’s tokens at this price are neither sold nor held by an order.`,
      );
    }
    const decision = { id: `withdraw-${withdrawalId}`, what: 'withdraw-tokens', by } as const;
    return {
      result: null,
      postings: move('TOKEN', accounts.block(blockId), accounts.issuer, qty),
      documents: [
        ...blockDocuments({ ...block, platformQty: unsold - qty }),
        ...decisionDocuments(decision, { blockId, qty, at: now }),
      ],
      touched: [`block:${blockId}`],
    };
  },
});

export interface TokenListing {
  readonly listingId: string;
  readonly uid: string;
  readonly priceCents: number;
  readonly qty: number;
}

/** Queues a user's tokens for sale in the block whose id is the price in cents. */
export const queueTokensEntry = (
  listingId: string,
  uid: string,
  priceCents: number,
  qty: number,
): Entry<{ listingId: string }> => {
  const blockId = String(priceCents);
  return {
    id: `list-tokens:${listingId}`,
    kind: 'tokens-listed',
    actor: uid,
    input: { listingId, priceCents, qty },
    // Stryker disable next-line ArrayDeclaration: The entry follows the queue to its end and so reads twice either way.
    reads: [docs.userGuard(uid), docs.blockGuard(blockId), docs.listing(listingId)],
    decide(view, now) {
      const block =
        readBlockGuard(view(docs.blockGuard(blockId))) ?? emptyBlock(blockId, priceCents);
      if (block.priceCents !== priceCents) {
        return refuse('failed-precondition', `Block ${blockId} sells at another price`);
      }
      const listed = queueTokens(listingId, getUser(view, uid), withEnd(view, block), qty);
      if (isRefusal(listed)) return listed;
      const place = block.queue.nextPlace;
      const listing: TokenListing = { listingId, uid, priceCents, qty };
      return {
        result: { listingId },
        postings: listed.postings,
        documents: [
          userDocument(listed.user),
          ...blockDocuments(listed.block),
          {
            path: docs.listing(listingId),
            data: { ...listing, place, createdAt: now, cancelledAt: null },
          },
        ],
        movements: [{ uid, data: { kind: 'tokens-listed', at: now, listingId, blockId, qty } }],
        touched: [`user:${uid}`, `block:${blockId}`],
      };
    },
  };
};

/** Returns to its user the part of a listing that is neither sold nor held by an order. */
export const unqueueTokensEntry = (
  { listingId, uid, priceCents, qty }: TokenListing,
  createdAt: number,
): Entry<{ returned: number }> => {
  const blockId = String(priceCents);
  return {
    id: `unlist-tokens:${listingId}`,
    kind: 'tokens-unlisted',
    actor: uid,
    input: { listingId },
    // Stryker disable next-line ArrayDeclaration: The entry follows the queue to its page and so reads twice either way.
    reads: [docs.userGuard(uid), docs.blockGuard(blockId), docs.listing(listingId)],
    decide(view, now) {
      const block = readBlockGuard(view(docs.blockGuard(blockId)));
      if (!block) return refuse('not-found', 'Listing not found');
      const found = withListings(view, block, [listingId]);
      const back = unqueueTokens(listingId, getUser(view, uid), found);
      if (isRefusal(back)) return back;
      const listing = { listingId, uid, priceCents, qty, createdAt, cancelledAt: now };
      const data = { ...view(docs.listing(listingId)), ...listing };
      return {
        result: { returned: back.qty },
        postings: back.postings,
        documents: [
          userDocument(back.user),
          ...blockDocuments(back.block),
          { path: docs.listing(listingId), data },
        ],
        movements: [
          { uid, data: { kind: 'tokens-unlisted', at: now, listingId, blockId, qty: back.qty } },
        ],
        touched: [`user:${uid}`, `block:${blockId}`],
      };
    },
  };
};

export interface OpeningWallet {
  readonly uid: string;
  readonly lots: readonly Lot[];
  readonly spendCents: number;
  readonly rewardQty: number;
  readonly earnedDays: readonly Pick<EarnedDay, 'date' | 'totalMicros'>[];
}

/** Takes over a user's wallet, and the money behind its tokens' face from outside. */
export const openingWalletEntry = (opening: OpeningWallet): Entry<null> => ({
  id: `opening:${opening.uid}`,
  kind: 'opening-wallet',
  actor: 'system',
  input: opening,
  reads: [docs.userGuard(opening.uid), docs.supplyGuard],
  decide(view, now) {
    const { uid, lots, spendCents, rewardQty, earnedDays } = opening;
    const earnedMicros = earnedDays.reduce((sum, day) => sum + day.totalMicros, 0);
    const user = getUser(view, uid);
    const supply = readSupplyGuard(view(docs.supplyGuard));
    const qty = lots.reduce((sum, lot) => sum + lot.qty, 0);
    const faceMicros = lots.reduce((sum, lot) => sum + lot.faceMicros, 0);
    const [, backingMicros = 0] = splitByWeight(faceMicros, [rates.poolPpm, PPM - rates.poolPpm]);
    return {
      result: null,
      postings: [
        ...move('TOKEN', accounts.issuer, accounts.user(uid), qty),
        ...move('FACE', accounts.issuer, accounts.user(uid), faceMicros),
        ...move('REWARD', accounts.issuer, accounts.user(uid), rewardQty),
        ...move('USD', accounts.opening, accounts.backing, backingMicros),
        ...move('USD', accounts.opening, accounts.owed(uid), earnedMicros),
      ],
      documents: [
        userDocument({
          ...user,
          lots: [...user.lots, ...lots],
          spendCents: user.spendCents + spendCents,
          rewardQty: user.rewardQty + rewardQty,
          awarded: user.awarded + rewardQty,
          earnedDays: earnedDays.reduce(
            (days, day) => addEarned(days, Date.parse(day.date), day.totalMicros),
            [...user.earnedDays],
          ),
        }),
        supplyDocument({ ...supply, issued: supply.issued + rewardQty }),
      ],
      increments: [{ path: docs.books, fields: { backingMicros, utilitySoldCents: spendCents } }],
      movements:
        earnedMicros > 0 ? [{ uid, data: { kind: 'earned-before', at: now, earnedMicros } }] : [],
      touched: [`user:${uid}`, 'supply'],
    };
  },
});

/** Takes over the reward pool and the circulation that existed before the journal. */
export const openingPoolEntry = (circulating: number, poolMicros: number): Entry<null> => ({
  id: 'opening-pool',
  kind: 'opening-pool',
  actor: 'system',
  input: { circulating, poolMicros },
  reads: [docs.supplyGuard],
  decide(view) {
    const supply = readSupplyGuard(view(docs.supplyGuard));
    return {
      result: null,
      postings: move('USD', accounts.opening, accounts.pool, poolMicros),
      documents: [
        supplyDocument({ ...supply, circulating, poolMicros: supply.poolMicros + poolMicros }),
      ],
      touched: ['supply'],
    };
  },
});
