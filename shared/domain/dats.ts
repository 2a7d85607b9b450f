import type { Availability } from './availability.ts';
import type { TakenDown } from './books/guards.ts';
import { config, type Tier } from './config.ts';
import type { Preview } from './preview.ts';
import type { RecordingFacts } from './recording-facts.ts';
import type { Cents, Millis, SharePpm } from './units.ts';

/** A credited contributor. `id` is the uid of a person picked by @username, else a generated id. */
export interface Contributor {
  readonly id: string;
  readonly tag: string;
}

/** One numbered copy of a DAT (R-DAT-06). */
export interface Edition {
  readonly number: number;
  /** The edition's price; while it is listed, the asking price. */
  readonly priceCents: Cents;
  readonly isForSale: boolean;
  readonly sharePpm: SharePpm;
  /** True if the creator owns the edition; otherwise `ownerUsername` names the owner. */
  readonly isWithCreator: boolean;
  readonly ownerUsername: string;
  readonly ownerImageUrl: string;
}

/** A released work as the public reads it (R-DB-01), with one spelling for each field. */
export interface Dat {
  readonly id: string;
  readonly contentId: string;
  readonly songName: string;
  readonly artistName: string;
  readonly artworkUrl: string;
  readonly creatorId: string;
  readonly creatorUsername: string;
  readonly creatorImageUrl: string;
  readonly tier: Tier;
  readonly chain: string;
  readonly releasedAt: Millis | undefined;
  readonly artistFeatures: readonly Contributor[];
  readonly producers: readonly Contributor[];
  readonly songwriters: readonly Contributor[];
  readonly recordLabels: readonly Contributor[];
  readonly genres: readonly string[];
  readonly soldOut: boolean;
  readonly editions: readonly Edition[];
  readonly preview?: Preview;
  readonly recordingFacts?: RecordingFacts;
  /** Present while the DAT is taken down: it keeps its page but is in no list. */
  readonly takenDown?: TakenDown;
  /** Present if the account that released the DAT is closed (decision 55). */
  readonly isCreatorGone?: true;
}

type Offers = Pick<Dat, 'editions' | 'takenDown'>;

/** Returns the editions that can be bought now, none of a DAT that is taken down (N-BUY-01). */
export const editionsForSale = ({ editions, takenDown }: Offers): Edition[] =>
  takenDown ? [] : editions.filter(({ isForSale }) => isForSale);

/** Sums the shares, in ppm, of the editions that can be bought now (R-VIEW-03). */
export const availableSharePpm = (dat: Offers): SharePpm =>
  editionsForSale(dat).reduce((sum, { sharePpm }) => sum + sharePpm, 0);

/** Returns the cheapest edition for sale, the lowest number among equals; undefined if none is for sale. */
export const firstForSale = (dat: Offers): Edition | undefined =>
  editionsForSale(dat).reduce<Edition | undefined>((best, edition) => {
    const saved = best ? best.priceCents - edition.priceCents : 1;
    return saved > 0 || (saved === 0 && best && edition.number < best.number) ? edition : best;
  }, undefined);

export const lowestPriceCents = (dat: Offers): Cents | undefined => firstForSale(dat)?.priceCents;

/** Returns the availability of each edition, in order: the marks of the edition rail (N-BUY-02). */
export const listAvailability = ({ editions, takenDown }: Offers): Availability[] =>
  editions.map(({ isForSale, isWithCreator }) => {
    if (!isForSale || takenDown) return 'held';
    return isWithCreator ? 'primary' : 'resale';
  });

export const isSoldOut = (dat: Pick<Dat, 'editions'>): boolean =>
  dat.editions.length > 0 && dat.editions.every(({ isWithCreator }) => !isWithCreator);

/** Returns the editions of holders: owners other than the creator (R-VIEW-06). */
export const heldEditions = (dat: Pick<Dat, 'editions'>): Edition[] =>
  dat.editions.filter(({ isWithCreator }) => !isWithCreator);

/** Sorts by release time, newest first; DATS without one come last, in a stable order (R-DAT-02). */
export const newestFirst = <T extends Pick<Dat, 'id'> & Partial<Pick<Dat, 'releasedAt'>>>(
  dats: readonly T[],
): T[] =>
  // Stryker disable next-line EqualityOperator: No two DATS have the same id.
  [...dats].sort((a, b) => (b.releasedAt ?? -1) - (a.releasedAt ?? -1) || (a.id < b.id ? -1 : 1));

export const publicDats = <T extends Pick<Dat, 'takenDown'>>(dats: readonly T[]): T[] =>
  dats.filter(({ takenDown }) => takenDown === undefined);

/** Keeps editions 1 to 20, each number once, sorted. Other editions of a bad row are dropped. */
export function validEditions(editions: readonly Edition[]): Edition[] {
  const byNumber = new Map<number, Edition>();
  for (const edition of editions) {
    const { number } = edition;
    const inRange = Number.isInteger(number) && number >= 1 && number <= config.editionsPerDat;
    if (inRange && !byNumber.has(number)) byNumber.set(number, edition);
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}
