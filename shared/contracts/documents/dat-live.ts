import type { TakenDown } from '../../domain/books/guards.ts';
import type { Edition } from '../../domain/dats.ts';
import type { Cents } from '../../domain/units.ts';
import { readLine } from '../shown-text.ts';
import { isRecord, readBoolean, readCount, readText } from '../tolerant.ts';
import { readTakenDown } from './taken-down.ts';

/** One edition in `datLive/{id}`: what changes after the page was built. */
export interface LiveEdition {
  /** What is asked while it is for sale, else its own price. */
  readonly priceCents: Cents;
  readonly isForSale: boolean;
  /** It has left its creator once: buying it is a resale. */
  readonly wasSold: boolean;
  /** If missing, the DAT's row says it. */
  readonly isWithCreator?: boolean;
  readonly ownerUsername: string;
  /** Empty for an uploaded picture, which only the pages have an address for. */
  readonly ownerImageUrl: string;
}

/** Reads one edition of `datLive/{id}`, a map or a list; undefined when it does not say whether it is for sale. */
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

/** Since when and why the DAT of a `datLive/{id}` is taken down; undefined while it is public. */
export const readLiveTakedown = (value: unknown): TakenDown | undefined =>
  isRecord(value) ? readTakenDown(value.takenDown) : undefined;

function editionNow(edition: Edition, live: LiveEdition): Edition {
  const { wasSold: _, ...now } = live;
  const isSameOwner = live.ownerUsername === edition.ownerUsername;
  const ownerImageUrl = live.ownerImageUrl || (isSameOwner ? edition.ownerImageUrl : '');
  return { ...edition, ...now, ownerImageUrl };
}

/** The editions as they are now; one that `datLive` does not have stays as it was. */
export const withLive = (editions: readonly Edition[], value: unknown): Edition[] =>
  editions.map((edition) => {
    const live = readLiveEdition(value, edition.number);
    return live ? editionNow(edition, live) : edition;
  });
