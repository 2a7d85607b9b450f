import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { shownAnalytics } from './analytics-props.ts';
import { whenIdle } from './when-seen.ts';

let mounted: Root | undefined;

/** Draws the library's chart over the picture in a box; a chart of an earlier filter ends. */
export async function mountChart(box: HTMLElement): Promise<void> {
  // One after another, with pauses between: on a slow phone each of them takes its time.
  await whenIdle();
  const { LiveChart } = await import('./live-chart.tsx');
  await whenIdle();
  const chart = shownAnalytics().figures?.chart;
  if (!chart || !box.isConnected) return;
  mounted?.unmount();
  const layer = document.createElement('div');
  layer.className = 'chart-layer';
  // With this name in the page the library adds no style, which the content security policy would refuse.
  layer.id = 'apexcharts-css';
  box.append(layer);
  const root = createRoot(layer);
  mounted = root;
  // At once: the library neither draws into a box that another filter has taken away, nor ends there.
  flushSync(() => root.render(<LiveChart chart={chart} box={box} />));
}
