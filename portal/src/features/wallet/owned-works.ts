import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { CreatorPart } from '@datchain/shared/domain/books/guards.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { workEarnedMicros } from '@datchain/shared/domain/earnings.ts';
import type { SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

/** The extra royalty share of a work's creator: 50 percentage points (R-WAL-06). */
const CREATOR_EXTRA_PPM = 500_000;

export interface OwnedWork {
  readonly datId: string;
  readonly dat: Dat | undefined;
  readonly isCreator: boolean;
  readonly editions: number;
  /** The shares of the editions held now, plus the creator's extra share. */
  readonly sharePpm: SharePpm;
  /** The user's earnings from it by the journal: sales, royalties and streams. */
  readonly earnedMicros: UsdMicros;
}

export interface Owned {
  readonly owned: readonly OwnedDat[];
  readonly created: readonly CreatorPart[];
}

/**
 * Joins a wallet's rows by work, in the order they were acquired (R-WAL-03).
 *
 * @param uid the viewer: the creator's own works carry the extra share
 */
export function ownedWorks(
  { owned, created }: Owned,
  dats: ReadonlyMap<string, Dat>,
  uid: string | undefined,
): OwnedWork[] {
  const datIds = new Set([...owned, ...created].map(({ datId }) => datId));
  const [rowsOf, partsOf] = [Map.groupBy(owned, datIdOf), Map.groupBy(created, datIdOf)];
  return [...datIds].map((datId) => {
    const [rows, parts] = [rowsOf.get(datId) ?? [], partsOf.get(datId) ?? []];
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
      earnedMicros: workEarnedMicros([...rows, ...parts], datId),
    };
  });
}

const datIdOf = ({ datId }: { readonly datId: string }): string => datId;

/** The totals over all works of a wallet, including pages that are not loaded. */
export interface WorksTotals {
  /** The number of works that earn for the user now; `editions` those held of them. */
  readonly held: number;
  readonly editions: number;
  readonly heldMicros: UsdMicros;
  readonly soldOnMicros: UsdMicros;
}

export const worksMicros = (works: readonly OwnedWork[]): UsdMicros =>
  works.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0);

export function sumTotals(works: readonly OwnedWork[]): WorksTotals {
  const held = heldWorks(works);
  const heldMicros = worksMicros(held);
  return {
    held: held.length,
    editions: held.reduce((sum, { editions }) => sum + editions, 0),
    heldMicros,
    soldOnMicros: worksMicros(works) - heldMicros,
  };
}

/** Filters the works that earn for this user now; works sold on only count in the earnings. */
export const heldWorks = (works: readonly OwnedWork[]): OwnedWork[] =>
  works.filter(({ editions, isCreator }) => editions > 0 || isCreator);
