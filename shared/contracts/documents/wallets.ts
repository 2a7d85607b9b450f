import { nearestCents } from '../../domain/money.ts';
import type { Cents } from '../../domain/units.ts';
import { isRecord, readCount, readNumber } from '../tolerant.ts';

export interface WalletLot {
  readonly blockId: string;
  readonly priceCents: Cents;
  readonly qty: number;
}

const byNumericId = (a: WalletLot, b: WalletLot) => Number(a.blockId) - Number(b.blockId);

function readLots(value: unknown): WalletLot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flatMap(([blockId, lot]) => {
      if (!isRecord(lot) || !/^\d+$/.test(blockId)) return [];
      const qty = readCount(lot.qty);
      return qty > 0 ? [{ blockId, priceCents: nearestCents(readNumber(lot.price)), qty }] : [];
    })
    .sort(byNumericId);
}

/** Reads `datchainwallets/{uid}`: lots with tokens, sorted by numeric id (R-DB-05). */
export const readUtilityWallet = (value: unknown): WalletLot[] => readLots(value);

/** Reads `datChainTokenWallets/{uid}` in both of its shapes: `{qty}` and a map by block (R-WAL-14). */
export const readRewardWallet = (value: unknown): { qty: number; lots: WalletLot[] } => ({
  qty: isRecord(value) ? readCount(value.qty) : 0,
  lots: readLots(value),
});

export function readUtilitySpend(value: unknown): { totalCents: Cents; awarded: number } {
  const stored = isRecord(value) ? value : {};
  return { totalCents: readCount(stored.totalCents), awarded: readCount(stored.awarded) };
}

/** Sums the tokens of all blocks (R-DB-03). */
export const ownedTokens = (lots: readonly WalletLot[]): number =>
  lots.reduce((sum, lot) => sum + lot.qty, 0);

/** Sums price × quantity, the wallet's value on screens. */
export const walletCents = (lots: readonly WalletLot[]): Cents =>
  lots.reduce((sum, lot) => sum + lot.priceCents * lot.qty, 0);
