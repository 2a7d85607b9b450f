import type { InitConfig } from '@datchain/shared/contracts/init-config.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl, initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { datHref } from '../views/addresses.ts';

async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** The rows of the newest releases that have no card in the grid; not yet checked. */
async function rowsWithoutCard(grid: Element): Promise<unknown[]> {
  const config = await readJson<InitConfig>(initConfigPath);
  const url = databaseRestUrl(config, live.newestReleases);
  const rows = Object.values((await readJson<Record<string, { id?: unknown }>>(url)) ?? {});
  const shown = new Set([...grid.querySelectorAll('a')].map((link) => link.getAttribute('href')));
  return rows.filter((row) => !shown.has(datHref(String(row?.id))));
}

/**
 * Shows on /dats what was released after the page was built, from one small public read. What draws
 * cards is loaded only when there is one to draw; a failed read leaves the page as it is.
 */
export async function showNewestReleases(): Promise<void> {
  const grid = document.getElementById('dats');
  if (!grid) return;
  try {
    const rows = await rowsWithoutCard(grid);
    if (rows.length === 0) return;
    const { drawNewDats } = await import('./draw-new-dats.tsx');
    drawNewDats(grid, rows);
  } catch (error) {
    console.warn('The newest releases cannot be read', error);
  }
}
