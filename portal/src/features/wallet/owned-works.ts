import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { CreatorPart } from '@datchain/shared/domain/books/guards.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { workEarnedMicros } from '@datchain/shared/domain/earnings.ts';
import type { SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

/** The extra royalty share of a work's creator: 50 percentage points (R-WAL-06). */
const CREATOR_EXTRA_PPM = 500_000;

/** A work of which someone has or had editions. */
export interface OwnedWork {
  readonly datId: string;
  /** Undefined while the public summaries do not have it. */
  readonly dat: Dat | undefined;
  readonly isCreator: boolean;
  /** The editions held now, without those sold on. */
  readonly editions: number;
  /** Of the editions held now, and the creator's extra share. */
  readonly sharePpm: SharePpm;
  /** What the journal paid this user for it: sales, royalties and streams. */
  readonly earnedMicros: UsdMicros;
}

/** What `users/{uid}/wallet/main` says of works. */
export interface Owned {
  readonly owned: readonly OwnedDat[];
  readonly created: readonly CreatorPart[];
}

/**
 * The works of a wallet, in the order they came into it (R-WAL-03).
 *
 * @param uid who looks: the creator's own works carry the extra share
 */
export function ownedWorks(
  { owned, created }: Owned,
  dats: ReadonlyMap<string, Dat>,
  uid: string | undefined,
): OwnedWork[] {
  const datIds = new Set([...owned, ...created].map(({ datId }) => datId));
  return [...datIds].map((datId) => {
    const rows = owned.filter((row) => row.datId === datId);
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
      earnedMicros: workEarnedMicros([...owned, ...created], datId),
    };
  });
}

/** Works that earn for this user now: those sold on stay in the earnings only. */
export const heldWorks = (works: readonly OwnedWork[]): OwnedWork[] =>
  works.filter(({ editions, isCreator }) => editions > 0 || isCreator);
