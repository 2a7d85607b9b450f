import { createRoot, type Root } from 'react-dom/client';
import { shownAnalytics } from './analytics-props.ts';
import { LiveChart } from './live-chart.tsx';

let mounted: Root | undefined;

/** Draws the library's chart over the picture in a box; a chart of an earlier filter ends. */
export function mountChart(box: HTMLElement): void {
  const chart = shownAnalytics().figures?.chart;
  if (!chart) return;
  mounted?.unmount();
  const layer = document.createElement('div');
  layer.className = 'chart-layer';
  // The library puts its style into the page unless something of this name is there: what the chart
  // needs is in analytics.css, and the content security policy allows no style that is put in.
  layer.id = 'apexcharts-css';
  box.append(layer);
  mounted = createRoot(layer);
  mounted.render(<LiveChart chart={chart} box={box} />);
}
