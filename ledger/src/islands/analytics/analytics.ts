import {
  analyticsSearch,
  isFirstFilter,
  readAnalyticsFilter,
} from '../../views/analytics/analytics-filter.ts';
import { whenSeen } from './when-seen.ts';

/**
 * Enlivens /analytics/{id}. Only the address keeps the filter, so back, forward, reload and shared links work. Code
 * loads on demand: figures for another filter, the chart's library when the chart is seen.
 */
export function startAnalytics(): void {
  const page = document.getElementById('analytics');
  const form = page?.querySelector('form');
  if (!page || !form) return;

  let stopWatching = () => {};
  function watchChart(): void {
    stopWatching();
    const box = document.querySelector<HTMLElement>('.chart');
    if (!box) return;
    // Vite adds a helper to an import with names, so this and later imports take the module.
    stopWatching = whenSeen(box, () =>
      import('./mount-chart.tsx')
        .then((chart) => chart.mountChart(box))
        // An import that fails because the page was left is no error: the warning comes later.
        .catch((error) => setTimeout(console.warn, 1_000, error)),
    );
  }

  const redraw = (): Promise<void> =>
    import('./redraw-analytics.tsx')
      .then((page) => page.redrawAnalytics())
      .then(watchChart)
      .catch(console.warn)
      .finally(() => page.removeAttribute('aria-busy'));

  // One step back leaves the dialog, however many filters were tried.
  let isTryingOut = false;
  form.closest('dialog')?.addEventListener('close', () => {
    isTryingOut = false;
  });
  form.addEventListener('change', () => {
    const chosen = new FormData(form);
    const query = `platform=${chosen.get('platform')}&time=${chosen.get('time')}`;
    const address = location.pathname + analyticsSearch(readAnalyticsFilter(query));
    history[isTryingOut ? 'replaceState' : 'pushState'](null, '', address);
    isTryingOut = true;
    void redraw();
  });
  window.addEventListener('popstate', () => void redraw());

  if (isFirstFilter(readAnalyticsFilter(location.search))) watchChart();
  else {
    // The prebuilt first filter stays hidden when the address names another.
    page.setAttribute('aria-busy', 'true');
    void redraw();
  }
}

/** Redirects /analytics?assetId=…&songName=… to /analytics/{id}. */
export function openAskedAsset(): void {
  const query = new URLSearchParams(location.search);
  const id = query.get('assetId');
  if (!id) return;
  const rest = analyticsSearch(readAnalyticsFilter(location.search));
  location.replace(`/analytics/${encodeURIComponent(id)}${rest}`);
}
