import { readAssetsSummary } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { newestFirst, publicDats } from '@datchain/shared/domain/dats.ts';
import { DatCard } from '@datchain/shared/ui/dat-card.tsx';
import { DatGrid } from '../../components/dat-grid.tsx';
import { datCardView } from '../../views/dats/dat-card-view.ts';
import { drawStatic } from '../page/static-markup.ts';

/** Puts the cards of new releases before those of the prebuilt grid. Rows that cannot be read are left out. */
export function drawNewDats(container: HTMLElement, rows: readonly unknown[]): void {
  const { dats } = readAssetsSummary({ assets: rows }, live.newestReleases);
  const cards = newestFirst(publicDats(dats)).map((dat) => datCardView(dat));
  if (cards.length === 0) return;
  const grid = container.querySelector('.dat-grid');
  if (!grid) {
    drawStatic(container, <DatGrid cards={cards} />);
    return;
  }
  const box = document.createElement('div');
  box.className = 'in-grid';
  drawStatic(
    box,
    cards.map((dat) => <DatCard key={dat.href} dat={dat} eager />),
  );
  grid.prepend(box);
}
