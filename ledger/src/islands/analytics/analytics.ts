import {
  analyticsSearch,
  isFirstFilter,
  readAnalyticsFilter,
} from '../../views/analytics/analytics-filter.ts';
import { whenSeen } from './when-seen.ts';

/**
 * Brings /analytics/{id} to life. The filter is kept in the address alone: back, forward, reload and
 * shared links work. What draws is loaded when there is something to draw: figures when another
 * filter is asked for, the library of the chart when the chart is seen.
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
    // Vite wraps an import that names what it takes in a function of its own: here and below.
    stopWatching = whenSeen(box, () =>
      import('./mount-chart.tsx')
        .then((chart) => chart.mountChart(box))
        // By then a page that was left is gone: what browsers end then is no failure.
        .catch((error) => setTimeout(console.warn, 1_000, error)),
    );
  }

  const redraw = (): Promise<void> =>
    import('./redraw-analytics.tsx')
      .then((page) => page.redrawAnalytics())
      .then(watchChart)
      .catch(console.warn)
      .finally(() => page.removeAttribute('aria-busy'));

  // However much is tried out in the dialog, one step back leads to what was there before it.
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
    // The prebuilt page shows the first filter: nothing of it is seen where another is asked for.
    page.setAttribute('aria-busy', 'true');
    void redraw();
  }
}

/** /analytics?assetId=…&songName=… is the same as /analytics/{id}. */
export function openAskedAsset(): void {
  const query = new URLSearchParams(location.search);
  const id = query.get('assetId');
  if (!id) return;
  const rest = analyticsSearch(readAnalyticsFilter(location.search));
  location.replace(`/analytics/${encodeURIComponent(id)}${rest}`);
}
