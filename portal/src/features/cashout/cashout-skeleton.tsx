import { Bone, BoneFacts } from '../../app/bone.tsx';
import { Waiting } from '../../app/waiting.tsx';
import { payoutNote } from './payout-note.ts';

/** The boxes of the payout form, and of what stands around it, while they are on their way. */
export function CashoutSkeleton() {
  return (
    <Waiting>
      <div className="form-page cashout-page">
        <div>
          <div className="cashout-bone-tabs">
            <Bone width="short" />
            <Bone width="short" />
          </div>
          <div className="tab-panel">
            <Figures />
            <Form />
          </div>
        </div>
        <div>
          <div className="h2">
            <Bone />
          </div>
          <div className="cashout-later">
            <Bone width="long" />
          </div>
          <div className="small cashout-rule">
            <Bone width="long" />
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
          <Bone />
        </dt>
        <dd className="figure-large">
          <Bone width="short" />
        </dd>
      </div>
    ))}
  </dl>
);

const Form = () => (
  <div className="stack cashout-form">
    <div className="field">
      <div className="field-head">
        <Bone />
      </div>
      <div className="skeleton cashout-bone-amount" />
    </div>
    <BoneFacts lines={2} total />
    <div className="skeleton cashout-bone-button" />
    <p className="small">
      <Bone width="long" text={payoutNote} />
    </p>
  </div>
);

function PastPayoutsSkeleton() {
  return (
    <div className="section">
      <div className="section-head">
        <div className="h2">
          <Bone />
        </div>
      </div>
      <div className="cashout-past-waiting">
        <Bone width="long" />
      </div>
    </div>
  );
}
