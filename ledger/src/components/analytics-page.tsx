import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { firstFilter } from '../views/analytics/analytics-filter.ts';
import {
  type AnalyticsProps,
  type AnalyticsView,
  analyticsPropsId,
  analyticsView,
  type Figures,
} from '../views/analytics/analytics-view.ts';
import { AnalyticsFilterDialog, filterDialogId } from './analytics-filter-dialog.tsx';
import { ChartFrame, ChartPicture } from './chart-picture.tsx';
import { FiguresTable } from './figures-table.tsx';
import { islandProps } from './island-props.ts';
import { DialogButton } from './page-dialog.tsx';
import { StreamSources } from './stream-sources.tsx';

/** The whole of /analytics/{id} below the bar (R-ANA-08), built or drawn in the browser. What has an id is redrawn. */
export function AnalyticsPage(props: AnalyticsProps) {
  const { dat, figures } = props;
  const view = analyticsView(figures, firstFilter);
  return (
    <div id="analytics">
      <div className="page-head analytics-head">
        <div className="analytics-title">
          {dat.art ? <img src={dat.art} alt="" width={88} height={88} /> : <span />}
          <div>
            <h1 className="h1" dir="auto">
              <a href={dat.href}>{dat.song}</a>
            </h1>
            <p id="analytics-label" aria-live="polite">
              {view.label}
            </p>
          </div>
        </div>
        <DialogButton opens={filterDialogId} variant="secondary">
          Filter
        </DialogButton>
      </div>
      <div id="analytics-figures" className="analytics-figures">
        <AnalyticsFigures view={view} datHref={dat.href} />
      </div>
      <StreamSources figures={figures} />
      <AnalyticsFilterDialog />
      <script
        id={analyticsPropsId}
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data for the script, escaped for it
        dangerouslySetInnerHTML={{ __html: islandProps(props) }}
      />
    </div>
  );
}

export function AnalyticsFigures({ view, datHref }: { view: AnalyticsView; datHref: string }) {
  if (view.figures) return <ChartAndTable figures={view.figures} />;
  return (
    <EmptyState text={view.empty}>
      <a className={buttonClass()} href={datHref}>
        See the DAT
      </a>
    </EmptyState>
  );
}

function ChartAndTable({ figures }: { figures: Figures }) {
  const { title, total, basis, chart } = figures;
  return (
    <>
      <div>
        <div className="figures-head">
          <p>
            <span className="small muted">{title}</span>
            <strong className="figure-large">{total}</strong>
          </p>
          <p className="micro muted">{basis}</p>
        </div>
        <div className="chart" role="img" aria-label={chart.summary}>
          <ChartFrame points={chart.points} />
          <ChartPicture points={chart.points} />
        </div>
      </div>
      <FiguresTable figures={figures} />
    </>
  );
}
