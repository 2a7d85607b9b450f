import type { Millis } from '@datchain/shared/domain/units.ts';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { cardWorks } from './build-data.ts';
import { lastRowChange } from './rows/dat-brief.ts';
import type { GivenList } from './rows/outline.ts';
import { type DatsPage, pageCards } from './views/dats/dats-view.ts';

export interface ShownList {
  readonly list: DatsPage;
  readonly cards: readonly DatCardData[];
  readonly changedAt: Millis | undefined;
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
