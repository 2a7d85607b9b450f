import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { datHref } from '../../views/page/addresses.ts';
import { readNewestRows } from './newest-rows.ts';

/** The rows of the newest releases that have no card in the grid; not yet checked. */
async function rowsWithoutCard(grid: Element): Promise<unknown[]> {
  const rows = await readNewestRows();
  const shown = new Set([...grid.querySelectorAll('a')].map((link) => link.getAttribute('href')));
  return rows.filter((row) => !shown.has(datHref(String(row?.id))));
}

/** Shows on /dats what was released after the page was built; a failed read leaves the page as it is. */
export async function showNewestReleases(): Promise<void> {
  const grid = document.getElementById('dats');
  if (!grid) return;
  try {
    const rows = await rowsWithoutCard(grid);
    if (rows.length === 0) return;
    const { drawNewDats } = await import('./draw-new-dats.tsx');
    drawNewDats(grid, rows);
  } catch (error) {
    warnLater('The newest releases cannot be read', error);
  }
}
