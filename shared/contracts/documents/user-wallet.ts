import type { CreatorPart, WorkSums } from '../../domain/books/guards.ts';
import type { Spendable } from '../../domain/books/lots.ts';
import { config } from '../../domain/config.ts';
import { microsOfUsd, ppmOfPercent } from '../../domain/money.ts';
import type { SharePpm, UsdMicros } from '../../domain/units.ts';
import { isRecord, readBoolean, readCount, readList, readNumber, readText } from '../tolerant.ts';

/** An edition that a user owns or has owned (R-DB-06). */
export interface OwnedDat {
  readonly datId: string;
  readonly edition: number;
  readonly earnedMicros: UsdMicros;
  /** True after it was sold on; its earnings stay. */
  readonly sold: boolean;
  readonly isForSale: boolean;
  readonly sharePpm: SharePpm;
}

/** Reads `ownedDats` of a wallet or one of its pages; rows without an id or a valid edition are left out. */
export function readOwnedDats(value: unknown): OwnedDat[] {
  const stored = isRecord(value) ? value : {};
  return readList(stored.ownedDats).flatMap((item) => {
    if (!isRecord(item)) return [];
    const datId = readText(item.id);
    const edition = readNumber(item.edition, Number.NaN);
    const valid = Number.isInteger(edition) && edition >= 1 && edition <= config.editionsPerDat;
    if (datId === '' || !valid) return [];
    return [
      {
        datId,
        edition,
        earnedMicros: microsOfUsd(readNumber(item.earnings)),
        sold: readBoolean(item.sold),
        isForSale: readBoolean(item.isForSale),
        sharePpm: Math.max(0, ppmOfPercent(readNumber(item.royalties))),
      },
    ];
  });
}

/** Reads a creator's stream earnings beyond the editions, in `created`; only creators have it. */
export const readCreatorParts = (value: unknown): CreatorPart[] =>
  readList(isRecord(value) ? value.created : undefined).flatMap((item) => {
    const datId = isRecord(item) ? readText(item.datId) : '';
    return isRecord(item) && datId !== ''
      ? [{ datId, earnedMicros: Math.round(readNumber(item.earnedMicros)) }]
      : [];
  });

const readWhole = (value: unknown): number => Math.round(readNumber(value));

/** Reads the sums of all works from `users/{uid}/wallet/main`; undefined if `main` has all works. */
export function readWorkSums(value: unknown): WorkSums | undefined {
  const sums = isRecord(value) ? value.works : undefined;
  if (!isRecord(sums)) return undefined;
  return {
    works: readCount(sums.works),
    held: readCount(sums.held),
    editions: readCount(sums.editions),
    released: readCount(sums.released),
    heldMicros: readWhole(sums.heldMicros),
    soldOnMicros: readWhole(sums.soldOnMicros),
    releasedMicros: readWhole(sums.releasedMicros),
  };
}

/** Reads the debt from `users/{uid}/wallet/main`; the field exists only with a debt. */
export const readDebtMicros = (value: unknown): UsdMicros =>
  isRecord(value) ? readCount(value.debtMicros) : 0;

/** Reads tokens, in spending order, and change from `users/{uid}/wallet/main`. */
export function readSpendable(value: unknown): Spendable {
  const stored = isRecord(value) ? value : {};
  const lots = readList(stored.lots).flatMap((item) => {
    if (!isRecord(item)) return [];
    const lot = {
      blockId: readText(item.blockId),
      priceCents: readCount(item.priceCents),
      qty: readCount(item.qty),
      faceMicros: readCount(item.faceMicros),
    };
    return lot.qty > 0 ? [lot] : [];
  });
  return { lots, changeMicros: readCount(stored.changeMicros) };
}
