import { readBlockGuard, readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BlockGuard } from '@datchain/shared/domain/books/guards.ts';
import { takeTokens } from '@datchain/shared/domain/books/lots.ts';
import { accounts, move } from '@datchain/shared/domain/books/postings.ts';
import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Entry } from '../entry.ts';
import { blockDocument, getUser, userDocument } from './order-documents.ts';

const emptyBlock = (id: string, priceCents: number): BlockGuard => ({
  id,
  priceCents,
  platformQty: 0,
  platformReserved: 0,
  queue: [],
});

/** The platform puts tokens on sale in a block. Their face is issued when they are sold. */
export const issueTokensEntry = (
  issueId: string,
  blockId: string,
  priceCents: number,
  qty: number,
): Entry<null> => ({
  id: `issue:${issueId}`,
  kind: 'tokens-issued',
  actor: 'system',
  input: { blockId, priceCents, qty },
  reads: [docs.blockGuard(blockId)],
  decide(view) {
    const block = readBlockGuard(view(docs.blockGuard(blockId))) ?? emptyBlock(blockId, priceCents);
    if (block.priceCents !== priceCents) {
      return refuse('failed-precondition', `Block ${blockId} sells at ${block.priceCents} cents`);
    }
    return {
      result: null,
      postings: move('TOKEN', accounts.issuer, accounts.block(blockId), qty),
      documents: [blockDocument({ ...block, platformQty: block.platformQty + qty })],
      touched: [`block:${blockId}`],
    };
  },
});

/** A user queues tokens for sale in the block whose id is the price in cents. */
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
    reads: [docs.userGuard(uid), docs.blockGuard(blockId)],
    decide(view) {
      const user = getUser(view, uid);
      const taken = takeTokens(user.lots, qty);
      if (isRefusal(taken)) return taken;
      const block =
        readBlockGuard(view(docs.blockGuard(blockId))) ?? emptyBlock(blockId, priceCents);
      const { faceMicros } = taken;
      const listing = { listingId, sellerUid: uid, qty, faceMicros, reserved: 0 };
      return {
        result: { listingId },
        postings: [
          ...move('TOKEN', accounts.user(uid), accounts.queue(blockId), qty),
          ...move('FACE', accounts.user(uid), accounts.queue(blockId), faceMicros),
        ],
        documents: [
          userDocument({ ...user, lots: taken.lots }),
          blockDocument({ ...block, queue: [...block.queue, listing] }),
        ],
        touched: [`user:${uid}`, `block:${blockId}`],
      };
    },
  };
};

/** What existed before the journal: reward tokens already out, and the pool that backs them. */
export interface OpeningBalance {
  readonly issued: number;
  readonly circulating: number;
  readonly poolMicros: number;
}

export const openingBalanceEntry = (opening: OpeningBalance): Entry<null> => ({
  id: 'opening-balance',
  kind: 'opening-balance',
  actor: 'system',
  input: opening,
  reads: [docs.supplyGuard],
  decide(view) {
    const supply = readSupplyGuard(view(docs.supplyGuard));
    return {
      result: null,
      postings: [
        ...move('USD', accounts.opening, accounts.pool, opening.poolMicros),
        ...move('REWARD', accounts.issuer, accounts.opening, opening.issued),
      ],
      documents: [
        {
          path: docs.supplyGuard,
          data: {
            issued: supply.issued + opening.issued,
            circulating: opening.circulating,
            poolMicros: supply.poolMicros + opening.poolMicros,
          },
        },
      ],
      touched: ['supply'],
    };
  },
});
