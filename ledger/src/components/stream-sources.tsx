import { formatCount, formatUsdUpTo3 } from '@datchain/shared/domain/format.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import { NoDataYet } from '@datchain/shared/ui/dat-card.tsx';
import { sourceLines } from '../views/analytics/stream-sources.ts';

export function StreamSources({ figures }: { figures: DatFigures | undefined }) {
  return (
    <section className="section" aria-labelledby="sources-title">
      <div className="section-head section-rule">
        <h2 id="sources-title" className="h2">
          Sources
        </h2>
        <p className="small sources-totals">
          <span>
            Total Streams:{' '}
            <strong>{figures ? formatCount(figures.totalStreams) : <NoDataYet />}</strong>
          </span>
          {figures?.earningsUsd !== undefined && (
            <span>
              Stream earnings: <strong>{formatUsdUpTo3(figures.earningsUsd)}</strong>
            </span>
          )}
        </p>
      </div>
      <dl className="sources">
        {sourceLines(figures).map(({ platform, source, upTo, lastImport, delay }) => (
          <div key={platform}>
            <dt>{platform}</dt>
            <dd>{source}</dd>
            <dd>
              {upTo && <Fact name="Data up to" value={upTo} />}
              {lastImport && <Fact name="Last import" value={lastImport} />}
            </dd>
            <dd>
              <span className="muted">Known delay: </span>
              {delay}
            </dd>
          </div>
        ))}
      </dl>
      <p className="small muted">
        Reports are not checked against the platforms. A period without a report is a gap (–), not a
        zero. Days, ISO weeks and months are in UTC.
      </p>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <span className="sources-fact">
      <span className="muted">{name}</span> {value}
    </span>
  );
}
