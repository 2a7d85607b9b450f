import { config } from '../../domain/config.ts';
import type { SharePpm, UsdMicros } from '../../domain/units.ts';
import { isRecord, readBoolean, readList, readNumber, readText } from '../tolerant.ts';

/** An edition somebody owns or has owned (SPEC §3, Firestore user wallet). */
export interface OwnedDat {
  readonly datId: string;
  /** 1 to 20. */
  readonly edition: number;
  readonly earningsMicros: UsdMicros;
  /** Sold on; its earnings stay. */
  readonly sold: boolean;
  readonly isForSale: boolean;
  readonly sharePpm: SharePpm;
}

/** Reads `ownedDats` of `users/{uid}/wallet/main`; rows without an id or a valid edition are left out. */
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
        earningsMicros: Math.round(readNumber(item.earnings) * 1_000_000),
        sold: readBoolean(item.sold),
        isForSale: readBoolean(item.isForSale),
        sharePpm: Math.max(0, Math.round(readNumber(item.royalties) * 10_000)),
      },
    ];
  });
}
