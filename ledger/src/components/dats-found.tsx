import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { DatCardData } from '@datchain/shared/ui/dat-card.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import type { PageLinks } from '../views/page/paging.ts';
import { DatGrid } from './dat-grid.tsx';
import { PagesNav } from './pages-nav.tsx';

type DatsFoundProps = { cards: readonly DatCardData[]; links: PageLinks | undefined };

/** What the filter of /dats has found, in the browser. */
export function DatsFound({ cards, links }: DatsFoundProps) {
  if (cards.length === 0) return <NoDats isFiltered />;
  return (
    <>
      <h2 className="visually-hidden">DATS found</h2>
      <DatGrid cards={cards} eager={4} />
      <PagesNav links={links} />
    </>
  );
}

/** Nothing to show: nothing released yet, or nothing that the filter lets through. */
export function NoDats({ isFiltered = false }: { isFiltered?: boolean }) {
  return (
    <EmptyState text="No assets to display.">
      {isFiltered ? (
        <a className={buttonClass({ variant: 'secondary' })} href="/dats">
          Clear the filter
        </a>
      ) : (
        <a className={buttonClass()} href="/home">
          Buy tokens
        </a>
      )}
    </EmptyState>
  );
}
