import { addUp } from '@datchain/shared/domain/add-up.ts';
import { formatMicrosUpTo3 } from '@datchain/shared/domain/format.ts';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { type AccountLine, cameFrom, type EarningsSources, whereNow } from './earnings-account.ts';

/** Everything earned, twice with the same total: where it is now, and where it came from (N-EXP-01). */
export function YourEarnings({ sources }: { sources: EarningsSources }) {
  return (
    <section className="section" aria-labelledby="wallet-earnings">
      <div className="section-head">
        <h2 className="h2" id="wallet-earnings">
          Your earnings
        </h2>
        <SiteLink className="small row-link" href="/wallet/earnings">
          Statement, month by month
        </SiteLink>
      </div>
      <div className="earnings-account">
        <Account title="Where they are now" lines={whereNow(sources)} />
        <Account title="Where they came from" lines={cameFrom(sources)} />
      </div>
    </section>
  );
}

function Account({ title, lines }: { title: string; lines: readonly AccountLine[] }) {
  const shown = addUp(lines.map(({ micros }) => micros));
  const total = shown.reduce((sum, micros) => sum + micros, 0);
  const facts = lines.map(({ label }, index) => ({
    label,
    value: formatMicrosUpTo3(shown[index] ?? 0),
  }));
  return (
    <div>
      <h3 className="h3">{title}</h3>
      <FactList
        facts={[
          ...facts,
          { label: 'Earnings, lifetime', value: formatMicrosUpTo3(total), total: true },
        ]}
      />
    </div>
  );
}
