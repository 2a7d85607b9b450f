import { ChevronIcon } from './icons.tsx';

export type Metric = {
  label: string;
  /** Ready text, e.g. '391,200', '$0.417', or '–' when unknown. */
  value: string;
  /** Small words after the figure, e.g. 'per token'. */
  unit?: string;
  /** A line below the figure. */
  note?: string;
  /** A figure that is not there yet, in the second ink. */
  quiet?: boolean;
  /** The whole cell opens and closes what the figure is made of, the element with the id. */
  opens?: { id: string; open: boolean; onToggle: () => void };
};

type MetricRowProps = {
  metrics: readonly Metric[];
  /** Figures change on screen: announce each change politely. */
  live?: boolean;
};

/** The headline figures of a page in one row, closed by the double rule; rows on a phone. */
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
