import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Section } from '../../app/section.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { type AmountLine, sumFacts } from '../../lib/text/sum-facts.ts';
import { cameFrom, type EarningsSources, whereNow } from './earnings-account.ts';

/** Everything earned, twice with the same total: where it is now, and where it came from (N-EXP-01). */
export function YourEarnings({ sources }: { sources: EarningsSources }) {
  return (
    <Section
      id="wallet-earnings"
      title="Your earnings"
      aside={
        <SiteLink className="small row-link" href="/wallet/earnings">
          Statement, month by month
        </SiteLink>
      }
    >
      <div className="earnings-account">
        <Account title="Where they are now" lines={whereNow(sources)} />
        <Account title="Where they came from" lines={cameFrom(sources)} />
      </div>
    </Section>
  );
}

const Account = ({ title, lines }: { title: string; lines: readonly AmountLine[] }) => (
  <div>
    <h3 className="h3">{title}</h3>
    <FactList facts={sumFacts(lines, 'Earnings, lifetime')} />
  </div>
);
