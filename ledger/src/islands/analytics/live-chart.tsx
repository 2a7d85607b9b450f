import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import reactApexCharts from 'react-apexcharts';
import { type ChartView, chartBox, sideIn } from '../../views/analytics/chart-view.ts';
import { chartOptions, chartSeries } from './chart-options.ts';

/** The package is CommonJS: what it exports arrives inside of the default. */
const ApexChart = ((reactApexCharts as { default?: unknown }).default ??
  reactApexCharts) as typeof reactApexCharts;

type LiveChartProps = {
  chart: ChartView;
  /** The box of the picture: takes the focus and the arrow keys. */
  box: HTMLElement;
};

const darkTheme = matchMedia('(prefers-color-scheme: dark)');

function onTheme(listen: () => void): () => void {
  darkTheme.addEventListener('change', listen);
  return () => darkTheme.removeEventListener('change', listen);
}

export function LiveChart({ chart, box }: LiveChartProps) {
  const layer = useRef<HTMLDivElement>(null);
  const position = useArrowKeys(box, chart.points.length - 1);
  const isDark = useSyncExternalStore(onTheme, () => darkTheme.matches);
  const onDrawn = useCallback(() => {
    box.classList.add('chart-live');
    box.role = 'group';
    box.ariaLabel = `${chart.summary} Arrow keys read its points.`;
    box.tabIndex = 0;
  }, [box, chart]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again in another theme
  const options = useMemo(
    () => chartOptions(chart, { side: sideIn(box.clientWidth), onDrawn }),
    [chart, box, onDrawn, isDark],
  );
  const series = useMemo(() => chartSeries(chart), [chart]);
  useEffect(() => {
    if (layer.current) pointAt(layer.current, position, chart.points.length);
  }, [position, chart]);

  const point = position === undefined ? undefined : chart.points[position];
  return (
    <>
      <div ref={layer} aria-hidden="true">
        <ApexChart
          type="area"
          width="100%"
          height={chartBox.height}
          options={options}
          series={series}
        />
      </div>
      <p className="visually-hidden" aria-live="polite">
        {point && `${point.title}: ${point.text}`}
      </p>
    </>
  );
}

/** The point that the arrow keys have led to; undefined when the focus is elsewhere. */
function useArrowKeys(box: HTMLElement, last: number): number | undefined {
  const [position, setPosition] = useState<number>();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener(
      'keydown',
      (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const move = moves[event.key];
        if (!move) return;
        event.preventDefault();
        setPosition((at) => move(at, last));
      },
      { signal },
    );
    box.addEventListener('blur', () => setPosition(undefined), { signal });
    return () => listening.abort();
  }, [box, last]);
  return position;
}

type Move = (at: number | undefined, last: number) => number | undefined;

const moves: Readonly<Record<string, Move>> = {
  ArrowRight: (at = -1, last) => Math.min(at + 1, last),
  ArrowLeft: (at, last) => (at === undefined ? last : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_at, last) => last,
  Escape: () => undefined,
};

function pointAt(layer: HTMLElement, position: number | undefined, count: number): void {
  const drawing = layer.querySelector('.apexcharts-svg');
  if (!drawing) return;
  const { top, base } = chartBox;
  const { left, top: above, width } = drawing.getBoundingClientRect();
  const side = sideIn(width);
  const step = (width - 2 * side) / Math.max(1, count - 1);
  const place = {
    clientX: left + side + (position ?? 0) * step,
    clientY: above + (top + base) / 2,
  };
  const type = position === undefined ? 'mouseout' : 'mousemove';
  drawing.dispatchEvent(new MouseEvent(type, { ...place, bubbles: true }));
}
