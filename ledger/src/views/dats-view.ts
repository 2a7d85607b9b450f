import { type Dat, isFree, newestFirst } from '@datchain/shared/domain/dats.ts';
import { formatCount } from '@datchain/shared/domain/format.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { datCardView } from './dat-card-view.ts';

/** The grid of /dats: newest first, the first one featured; empty when nothing is released. */
export interface DatsView {
  /** '60 DATS, 412 editions for sale'; '' when there are none. */
  readonly summary: string;
  readonly cards: readonly DatCardData[];
}

const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export function datsView(dats: readonly Dat[]): DatsView {
  const free = dats.reduce(
    (sum, dat) => sum + dat.editions.filter((edition) => isFree(dat, edition)).length,
    0,
  );
  return {
    summary:
      dats.length === 0
        ? ''
        : `${plural(dats.length, 'DAT', 'DATS')}, ${plural(free, 'edition', 'editions')} for sale`,
    cards: newestFirst(dats).map((dat, index) =>
      datCardView(dat, index === 0 ? 'featured' : 'card'),
    ),
  };
}
