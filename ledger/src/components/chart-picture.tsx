import {
  axisPositions,
  type ChartPoint,
  chartBox,
  groupRuns,
  placePoints,
  splitChartLines,
} from '../views/analytics/chart-view.ts';

const { width, height, top, base } = chartBox;

/** A place across as a part of the width: text and points keep their size on a narrow screen. */
const across = (x: number): string => `${Math.round((x / width) * 10_000) / 100}%`;

const pathOf = (run: readonly { x: number; y: number }[]): string =>
  run.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** The chart as it is before any script: line, area, points with their values. Decoration for screen readers. */
export function ChartPicture({ points }: { points: readonly ChartPoint[] }) {
  const places = placePoints(points);
  const runs = groupRuns(places);
  const { whole, open } = splitChartLines(points);
  return (
    <svg className="chart-picture" width="100%" height={height} aria-hidden="true">
      <svg
        width="100%"
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {runs.map((run) => (
          <path key={run[0]?.x} className="chart-area" d={`${pathOf(run)}V${base}H${run[0]?.x}Z`} />
        ))}
        {whole.map((run) => (
          <path key={run[0]?.x} className="chart-line" d={pathOf(run)} />
        ))}
        {open.map((run) => (
          <path key={run[0]?.x} className="chart-line-open" d={pathOf(run)} />
        ))}
      </svg>
      {places.map((place, index) => {
        const { label = '' } = points[index] ?? {};
        return (
          place && (
            <g key={place.x}>
              <circle className="chart-point" cx={across(place.x)} cy={place.y} r="4" />
              <text x={across(place.x)} y={place.y - 12} textAnchor="middle">
                {label}
              </text>
            </g>
          )
        );
      })}
    </svg>
  );
}

const gridLines = [0, 1, 2].map((line) => top + (line * (base - top)) / 3);

export function ChartFrame({ points }: { points: readonly ChartPoint[] }) {
  const positions = axisPositions(points.length);
  const xs = placePoints(points.map((point) => ({ ...point, value: 0 }))).map(
    (place) => place?.x ?? 0,
  );
  return (
    <svg className="chart-frame" width="100%" height={height} aria-hidden="true">
      {gridLines.map((y) => (
        <line key={y} className="chart-grid" x2="100%" y1={y} y2={y} />
      ))}
      <line className="chart-base" x2="100%" y1={base} y2={base} />
      {points.map(({ value, label }, index) =>
        value === null ? (
          <text key={xs[index]} x={across(xs[index] ?? 0)} y={base - 8} textAnchor="middle">
            {label}
          </text>
        ) : null,
      )}
      {positions.map((position, index) => {
        const isLast = index === positions.length - 1;
        return (
          <text
            key={position}
            x={index === 0 ? '0' : isLast ? '100%' : across(xs[position] ?? 0)}
            y={base + 22}
            textAnchor={index === 0 ? 'start' : isLast ? 'end' : 'middle'}
          >
            {points[position]?.axis}
          </text>
        );
      })}
    </svg>
  );
}
