import { ChevronIcon } from './icons.tsx';

export type Metric = {
  label: string;
  /** The formatted figure, e.g. '391,200', '$0.417', or '–' if it is unknown. */
  value: string;
  unit?: string;
  note?: string;
  quiet?: boolean;
  /** Makes the cell a button that toggles the figure's details, the element with this id. */
  opens?: { id: string; open: boolean; onToggle: () => void };
};

type MetricRowProps = {
  metrics: readonly Metric[];
  live?: boolean;
};

export function MetricRow({ metrics, live = false }: MetricRowProps) {
  const announced = live ? ({ 'aria-live': 'polite', 'aria-atomic': true } as const) : {};
  return (
    <dl className="metric-row">
      {metrics.map(({ label, value, unit, note, quiet, opens }) => (
        <div key={label} className={opens ? 'metric metric-opens' : 'metric'} {...announced}>
          <dt>
            {opens ? (
              <button
                type="button"
                aria-expanded={opens.open}
                aria-controls={opens.id}
                onClick={opens.onToggle}
              >
                {label}
                <ChevronIcon />
              </button>
            ) : (
              label
            )}
          </dt>
          <dd className={quiet ? 'figure-large muted' : 'figure-large'}>
            {value}
            {unit && <span className="metric-unit"> {unit}</span>}
          </dd>
          {note && <dd className="metric-note small muted">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
