import type { TokenBlock } from '../../domain/blocks.ts';
import { microsOfUsd, nearestCents, usdOfCents, usdOfMicros } from '../../domain/money.ts';
import { isRecord, readCount, readNumber } from '../tolerant.ts';

/** A stored `tokenBlocks/{id}`, with the price in US dollars (R-DB-05). */
export interface StoredTokenBlock {
  price: number;
  platformRemaining: number;
  sellQty: number;
  /** The face of the `sellQty` tokens, in US dollars (N-MON-23). */
  sellFace: number;
  /** The next seller: a uid, 'platform' or 'unnamed'. No screen or page shows it. */
  walletId: string;
}

/** Reads a block; undefined without a price or a numeric id. */
export function readTokenBlock(id: string, value: unknown): TokenBlock | undefined {
  if (!isRecord(value) || !/^\d{1,9}$/.test(id)) return undefined;
  const priceCents = nearestCents(readNumber(value.price));
  if (priceCents <= 0) return undefined;
  const sellQty = readCount(value.sellQty);
  return {
    id,
    priceCents,
    platformRemaining: readCount(value.platformRemaining),
    sellQty,
    sellFaceMicros: microsOfUsd(readNumber(value.sellFace, usdOfCents(priceCents * sellQty))),
  };
}

/** Reads `tokenBlocks`: a map, or an array if the database found the keys dense enough. */
export function readTokenBlocks(value: unknown): TokenBlock[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([id, block]) => readTokenBlock(id, block) ?? []);
}

export const storeTokenBlock = (
  block: TokenBlock & Pick<StoredTokenBlock, 'walletId'>,
): StoredTokenBlock => ({
  price: usdOfCents(block.priceCents),
  platformRemaining: block.platformRemaining,
  sellQty: block.sellQty,
  sellFace: usdOfMicros(block.sellFaceMicros),
  walletId: block.walletId,
});
