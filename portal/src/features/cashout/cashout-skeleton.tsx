import { SkeletonFacts, SkeletonText } from '../../app/skeleton-text.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { payoutNote } from './payout-note.ts';

export function CashoutSkeleton() {
  return (
    <Waiting>
      <div className="form-page cashout-page">
        <div>
          <div className="cashout-skeleton-tabs">
            <SkeletonText width="short" />
            <SkeletonText width="short" />
          </div>
          <div className="tab-panel">
            <Figures />
            <Form />
          </div>
        </div>
        <div>
          <div className="h2">
            <SkeletonText />
          </div>
          <div className="cashout-later">
            <SkeletonText width="long" />
          </div>
          <div className="small cashout-rule">
            <SkeletonText width="long" />
          </div>
        </div>
      </div>
      <PastPayoutsSkeleton />
    </Waiting>
  );
}

const Figures = () => (
  <dl className="metric-row">
    {['now', 'later'].map((when) => (
      <div key={when} className="metric">
        <dt>
          <SkeletonText />
        </dt>
        <dd className="figure-large">
          <SkeletonText width="short" />
        </dd>
      </div>
    ))}
  </dl>
);

const Form = () => (
  <div className="stack cashout-form">
    <div className="field">
      <div className="field-head">
        <SkeletonText />
      </div>
      <div className="skeleton cashout-skeleton-amount" />
    </div>
    <p className="small cashout-limits">
      <SkeletonText width="short" />
    </p>
    <SkeletonFacts lines={5} total />
    <div className="skeleton cashout-skeleton-button" />
    <p className="small">
      <SkeletonText width="long" text={payoutNote} />
    </p>
  </div>
);

function PastPayoutsSkeleton() {
  return (
    <div className="section">
      <div className="section-head">
        <div className="h2">
          <SkeletonText />
        </div>
      </div>
      <div className="cashout-past-waiting">
        <SkeletonText width="long" />
      </div>
    </div>
  );
}
