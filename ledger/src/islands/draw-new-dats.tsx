import type { Dat } from '@datchain/shared/domain/dats.ts';
import { DatCard } from '@datchain/shared/ui/dat-card.tsx';
import { createRoot } from 'react-dom/client';
import { DatGrid } from '../components/dat-grid.tsx';
import { datCardView } from '../views/dat-card-view.ts';

/** Puts the cards of new releases before those of the prebuilt grid, or in place of an empty one. */
export function drawNewDats(container: HTMLElement, dats: readonly Dat[]): void {
  const cards = dats.map((dat) => datCardView(dat));
  const grid = container.querySelector('.dat-grid');
  if (!grid) {
    createRoot(container).render(<DatGrid cards={cards} />);
    return;
  }
  const box = document.createElement('div');
  box.className = 'in-grid';
  grid.prepend(box);
  createRoot(box).render(cards.map((dat) => <DatCard key={dat.href} dat={dat} eager />));
}
