import { AnalyticsFigures } from '../../components/analytics-page.tsx';
import { readAnalyticsFilter } from '../../views/analytics/analytics-filter.ts';
import { drawStatic } from '../page/static-markup.ts';
import { readAnalyticsProps, shownAnalytics } from './analytics-props.ts';

export function redrawAnalytics(): void {
  const label = document.getElementById('analytics-label');
  const figures = document.getElementById('analytics-figures');
  if (!label || !figures) return;
  const view = shownAnalytics();
  label.textContent = view.label;
  drawStatic(figures, <AnalyticsFigures view={view} datHref={readAnalyticsProps().dat.href} />);
  for (const [name, value] of Object.entries(readAnalyticsFilter(location.search))) {
    const chip = document.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]`);
    if (chip) chip.checked = true;
  }
}
