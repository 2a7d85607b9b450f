import { datHref } from '../views/addresses.ts';

/**
 * Shows on /dats what was released after the page was built, from one small public read. React is
 * loaded only when there is something to draw; a failed read leaves the page as it is.
 */
export async function showNewestReleases(): Promise<void> {
  const grid = document.getElementById('dats');
  if (!grid) return;
  try {
    const { readNewestReleases } = await import('./public-reads.ts');
    const { datsNotShown } = await import('../views/dats-view.ts');
    const isShown = (id: string) => grid.querySelector(`a[href="${CSS.escape(datHref(id))}"]`);
    const newest = await readNewestReleases();
    const shown = new Set(newest.map(({ id }) => id).filter(isShown));
    const missing = datsNotShown(newest, shown);
    if (missing.length === 0) return;
    const { drawNewDats } = await import('./draw-new-dats.tsx');
    drawNewDats(grid, missing);
  } catch (error) {
    console.warn('The newest releases cannot be read', error);
  }
}
