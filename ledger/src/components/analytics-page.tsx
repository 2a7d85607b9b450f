import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { datHref } from '../views/addresses.ts';
import type { DatView } from '../views/dat-view.ts';

/** /analytics/{id} until the charts are there: says so, and leads back to the DAT. */
export function AnalyticsPage({ dat }: { dat: DatView }) {
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="h1">{dat.song}</h1>
          <p className="muted">{dat.artist}</p>
        </div>
      </div>
      <div className="empty-state">
        <p className="h2">Analytics come next. There is no chart here yet.</p>
        <div className="actions">
          <a className={buttonClass()} href={datHref(dat.id)}>
            See the DAT
          </a>
        </div>
      </div>
    </>
  );
}
