import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { type AmountLine, sumFacts } from '../../lib/text/sum-facts.ts';
import { cameFrom, type EarningsSources, whereNow } from './earnings-account.ts';

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

const Account = ({ title, lines }: { title: string; lines: readonly AmountLine[] }) => (
  <div>
    <h3 className="h3">{title}</h3>
    <FactList facts={sumFacts(lines, 'Earnings, lifetime')} />
  </div>
);
