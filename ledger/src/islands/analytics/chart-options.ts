import type { ApexOptions } from 'apexcharts';
import { type ChartView, chartBox, topValue } from '../../views/analytics/chart-view.ts';

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * Converts the points to the library's series. The pointer finds only points with a value, so an
 * invisible first series has a value for every point (N-INP-12). The library dots whole series only:
 * periods that are not over are in a third series, with their neighbours, so that its lines connect.
 */
export function chartSeries({ points }: ChartView): { name: string; data: (number | null)[] }[] {
  const isOpen = (index: number) => points[index]?.isOpen ?? false;
  const valuesIf = (isIn: (index: number) => boolean) =>
    points.map(({ value }, index) => (isIn(index) ? value : null));
  const all = { name: 'Periods', data: points.map(() => 0) };
  const whole = { name: 'Streams', data: valuesIf((index) => !isOpen(index)) };
  if (!points.some((point) => point.isOpen)) return [all, whole];
  const open = valuesIf((index) => [index - 1, index, index + 1].some(isOpen));
  return [all, whole, { name: 'Not over', data: open }];
}

/**
 * The library's options for the same picture in the same box. The page itself draws the surroundings
 * (lines, names of periods, marks for gaps), so they stay while the library replaces the picture.
 * `side`: pixels beside the first and the last point.
 */
export function chartOptions(
  { points }: ChartView,
  { side, onDrawn }: { side: number; onDrawn: () => void },
): ApexOptions {
  const accent = colour('accent');
  const ink = colour('ink');
  return {
    chart: {
      type: 'area',
      animations: { enabled: false },
      toolbar: { show: false },
      zoom: { enabled: false },
      parentHeightOffset: 0,
      background: 'transparent',
      fontFamily: 'inherit',
      events: { mounted: onDrawn },
    },
    colors: ['transparent', accent, accent],
    fill: { type: 'solid', opacity: [0, 0.1, 0.1] },
    stroke: { curve: 'straight', width: [0, 2.5, 2.5], lineCap: 'round', dashArray: [0, 0, 6] },
    markers: {
      size: [0, 4, 4],
      colors: ['transparent', colour('paper'), colour('paper')],
      strokeColors: ['transparent', accent, accent],
      strokeWidth: 2,
      hover: { size: 5 },
    },
    dataLabels: {
      enabled: true,
      enabledOnSeries: [1, 2],
      // A neighbour of a period that is not over already has its label, in the second series.
      formatter: (value, { seriesIndex, dataPointIndex }) => {
        const { label = '', isOpen = false } = points[dataPointIndex] ?? {};
        return value === null || isOpen !== (seriesIndex === 2) ? '' : label;
      },
      background: { enabled: false },
      offsetY: -7,
      style: { fontSize: '12px', fontWeight: 500, colors: [ink, ink, ink] },
    },
    grid: {
      show: false,
      padding: { left: side, right: side, top: 0, bottom: chartBox.below },
    },
    legend: { show: false },
    xaxis: {
      type: 'category',
      categories: points.map((_, index) => `${index}`),
      labels: { show: false },
      axisTicks: { show: false },
      axisBorder: { show: false },
      tooltip: { enabled: false },
      crosshairs: { stroke: { color: ink, width: 1, dashArray: 0 } },
    },
    yaxis: {
      show: false,
      min: 0,
      max: topValue(points),
      tickAmount: 3,
    },
    tooltip: {
      shared: true,
      intersect: false,
      // The names are ours: nothing in them is markup.
      custom: ({ dataPointIndex }: { dataPointIndex: number }) => {
        const { title = '', text = '' } = points[dataPointIndex] ?? {};
        return `<span>${title}</span><strong>${text}</strong>`;
      },
    },
  };
}
