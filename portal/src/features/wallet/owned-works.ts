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

/** What `users/{uid}/wallet/main`, or a page behind it, says of works. */
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

/** All works of a wallet, added up: also those of pages that are not looked at. */
export interface WorksTotals {
  /** Works that earn for the user now, and the editions they hold of them. */
  readonly held: number;
  readonly editions: number;
  readonly heldMicros: UsdMicros;
  /** What those earned that were sold on. */
  readonly soldOnMicros: UsdMicros;
}

export const worksMicros = (works: readonly OwnedWork[]): UsdMicros =>
  works.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0);

/** The totals of a wallet that has all works on one page. */
export function totalsOf(works: readonly OwnedWork[]): WorksTotals {
  const held = heldWorks(works);
  const heldMicros = worksMicros(held);
  return {
    held: held.length,
    editions: held.reduce((sum, { editions }) => sum + editions, 0),
    heldMicros,
    soldOnMicros: worksMicros(works) - heldMicros,
  };
}

/** Works that earn for this user now: those sold on stay in the earnings only. */
export const heldWorks = (works: readonly OwnedWork[]): OwnedWork[] =>
  works.filter(({ editions, isCreator }) => editions > 0 || isCreator);
