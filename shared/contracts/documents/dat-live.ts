import type { TakenDown } from '../../domain/books/guards.ts';
import type { Edition } from '../../domain/dats.ts';
import type { Cents } from '../../domain/units.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readBoolean, readCount, readText } from '../tolerant.ts';
import { readTakenDown } from './taken-down.ts';

/** An edition in `datLive/{id}`: the data that change after a page is built. */
export interface LiveEdition {
  /** The asking price while it is for sale, else its own price. */
  readonly priceCents: Cents;
  readonly isForSale: boolean;
  /** True once it has left its creator: buying it is a resale. */
  readonly wasSold: boolean;
  /** If missing, the DAT's row decides. */
  readonly isWithCreator?: boolean;
  readonly ownerUsername: string;
  /** '' for an uploaded picture, whose address only the built pages have. */
  readonly ownerImageUrl: string;
}

/** Reads an edition of `datLive/{id}`, a map or a list; undefined if it does not say whether it is for sale. */
export function readLiveEdition(value: unknown, number: number): LiveEdition | undefined {
  const stored = Array.isArray(value) || isRecord(value) ? Object(value)[number] : undefined;
  if (!isRecord(stored) || typeof stored.isForSale !== 'boolean') return undefined;
  const { isForSale, isWithCreator } = stored;
  return {
    priceCents: readCount(stored.priceCents),
    isForSale,
    wasSold: readBoolean(stored.wasSold),
    ...(typeof isWithCreator === 'boolean' ? { isWithCreator } : {}),
    ownerUsername: readLine(stored.username),
    ownerImageUrl: readText(stored.profileImageUrl),
  };
}

/** Reads the takedown in `datLive/{id}`; undefined while the DAT is public. */
export const readLiveTakedown = (value: unknown): TakenDown | undefined =>
  isRecord(value) ? readTakenDown(value.takenDown) : undefined;

function editionNow(edition: Edition, live: LiveEdition): Edition {
  const { wasSold: _, ...now } = live;
  const isSameOwner = live.ownerUsername === edition.ownerUsername;
  const ownerImageUrl = live.ownerImageUrl || (isSameOwner ? edition.ownerImageUrl : '');
  return { ...edition, ...now, ownerImageUrl };
}

/** Updates editions from `datLive`; editions missing there stay unchanged. */
export const withLive = (editions: readonly Edition[], value: unknown): Edition[] =>
  editions.map((edition) => {
    const live = readLiveEdition(value, edition.number);
    return live ? editionNow(edition, live) : edition;
  });
