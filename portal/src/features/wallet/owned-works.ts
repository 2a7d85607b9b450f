import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import type { SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

/** The extra royalty share of a work's creator: 50 percentage points (SPEC §6). */
const CREATOR_EXTRA_PPM = 500_000;

/** A work of which somebody has or had editions. */
export interface OwnedWork {
  readonly datId: string;
  /** Undefined while the public summaries do not have it. */
  readonly dat: Dat | undefined;
  readonly isCreator: boolean;
  /** The editions held now, without those sold on. */
  readonly editions: number;
  /** Of the editions held now, and the creator's extra share. */
  readonly sharePpm: SharePpm;
  /** Of all its editions that this user ever had. */
  readonly earningsMicros: UsdMicros;
}

/**
 * The works of a wallet, in the order they came into it (SPEC §2, /wallet).
 *
 * @param uid who looks: the creator's own works carry the extra share
 */
export function ownedWorks(
  owned: readonly OwnedDat[],
  dats: ReadonlyMap<string, Dat>,
  uid: string | undefined,
): OwnedWork[] {
  const byDat = Map.groupBy(owned, ({ datId }) => datId);
  return [...byDat].map(([datId, rows]) => {
    const dat = dats.get(datId);
    const isCreator = uid !== undefined && dat?.creatorId === uid;
    const held = rows.filter(({ sold }) => !sold);
    const extraPpm = isCreator ? CREATOR_EXTRA_PPM : 0;
    return {
      datId,
      dat,
      isCreator,
      editions: held.length,
      sharePpm: held.reduce((sum, { sharePpm }) => sum + sharePpm, extraPpm),
      earningsMicros: rows.reduce((sum, { earningsMicros }) => sum + earningsMicros, 0),
    };
  });
}

/** Works that earn for this user now: those sold on stay in the earnings only. */
export const heldWorks = (works: readonly OwnedWork[]): OwnedWork[] =>
  works.filter(({ editions, isCreator }) => editions > 0 || isCreator);
