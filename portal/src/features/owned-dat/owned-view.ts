import {
  readLiveEdition,
  readLiveTakedown,
  withLive,
} from '@datchain/shared/contracts/documents/dat-live.ts';
import type { OwnedDat } from '@datchain/shared/contracts/documents/user-wallet.ts';
import type { CreatorPart, TakenDown } from '@datchain/shared/domain/books/guards.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { workEarnedMicros } from '@datchain/shared/domain/earnings.ts';
import {
  canSell,
  type OwnedEditionState,
  ownedEditionState,
} from '@datchain/shared/domain/owned-editions.ts';
import type { Cents, SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

export interface EditionRow {
  readonly number: number;
  readonly state: OwnedEditionState;
  readonly sharePpm: SharePpm;
  readonly earnedMicros: UsdMicros;
  /** The asking price while it is for sale, else its own price; undefined while unknown. */
  readonly priceCents: Cents | undefined;
  readonly canSell: boolean;
  /** Only a resale can be cancelled: first sales stay for sale. */
  readonly canCancel: boolean;
}

export interface OwnedView {
  readonly rows: readonly EditionRow[];
  /** The number of editions held now, without those sold on. */
  readonly held: number;
  readonly earnedMicros: UsdMicros;
  /** The part of the earnings that streams paid the creator besides the editions. */
  readonly creatorMicros: UsdMicros;
  readonly soldOut: boolean;
  readonly isCreator: boolean;
  /** While taken down, nothing can be offered, and offers can only be withdrawn. */
  readonly takenDown: TakenDown | undefined;
}

interface Sources {
  readonly datId: string;
  readonly uid: string | undefined;
  /** Undefined where the public summaries lack the work. */
  readonly dat: Dat | undefined;
  readonly live: unknown;
  readonly owned: readonly OwnedDat[];
  readonly created: readonly CreatorPart[];
  /** Offers that this page made or withdrew, and that the wallet does not show yet. */
  readonly justOffered: ReadonlyMap<number, Cents | null>;
}

const isSoldOutNow = ({ soldOut, editions }: Dat, live: unknown): boolean =>
  soldOut ||
  (editions.length > 0 &&
    editions.every(({ number }) => readLiveEdition(live, number)?.wasSold === true));

/** Lists the editions of a work that a user has or had, with the possible actions (R-OWN-04). */
export function ownedView(sources: Sources): OwnedView {
  const { datId, uid, dat, live, owned, created, justOffered } = sources;
  const soldOut = dat !== undefined && isSoldOutNow(dat, live);
  const takenDown = readLiveTakedown(live) ?? dat?.takenDown;
  const editions = dat ? withLive(dat.editions, live) : [];
  const rows = owned
    .filter((edition) => edition.datId === datId)
    .map((edition): EditionRow => {
      const { edition: number, sharePpm, earnedMicros, sold } = edition;
      const offer = justOffered.get(number);
      const isForSale = offer === undefined ? edition.isForSale : offer !== null;
      const now = { sold, isForSale };
      const state = ownedEditionState(now);
      const priceCents = editions.find((each) => each.number === number)?.priceCents;
      return {
        number,
        state,
        sharePpm,
        earnedMicros,
        priceCents: offer ?? priceCents,
        canSell: canSell(soldOut, now) && priceCents !== undefined && !takenDown,
        canCancel: soldOut && state === 'forSale',
      };
    })
    .sort((a, b) => a.number - b.number);
  return {
    rows,
    held: rows.filter(({ state }) => state !== 'sold').length,
    earnedMicros: workEarnedMicros([...owned, ...created], datId),
    creatorMicros: workEarnedMicros(created, datId),
    soldOut,
    isCreator: uid !== undefined && dat?.creatorId === uid,
    takenDown,
  };
}
