import type { Millis } from '@datchain/shared/domain/units.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { cardWorks } from './build-data.ts';
import { lastRowChange } from './rows/dat-brief.ts';
import type { GivenList } from './rows/outline.ts';
import { type DatsPage, pageCards } from './views/dats/dats-view.ts';

/** What a page of /dats shows. */
export interface ShownList {
  readonly list: DatsPage;
  readonly cards: readonly DatCardData[];
  /** When one of the rows it shows last changed. */
  readonly changedAt: Millis | undefined;
  /** The picture shown where it is shared. */
  readonly image: string | undefined;
}

export function shownList({ works, ...list }: GivenList): ShownList {
  return {
    list,
    cards: pageCards(list, cardWorks(works)),
    changedAt: lastRowChange(works),
    image: works[0]?.image,
  };
}
