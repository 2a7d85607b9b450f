import { readEarnedDays } from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readPayoutDays } from '@datchain/shared/contracts/documents/payout.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { streamEarningsEstimateUsd } from '@datchain/shared/domain/earnings.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import {
  formatDate,
  formatShare,
  formatTokens,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { centsToMicros, MICROS_PER_CREDIT, microsOfUsd } from '@datchain/shared/domain/money.ts';
import {
  formatColumn,
  formatThreeDecimals,
  ROUNDING,
  roundingOf,
} from '@datchain/shared/domain/shown-amount.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useBrought } from '../../lib/data/use-brought.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { useLive, useServerTime } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { sumFacts } from '../../lib/text/sum-facts.ts';
import { type OwnedWork, worksMicros } from './owned-works.ts';
import type { LinesProps } from './total-lines.tsx';

/** What the earnings are made of, and from when each day's part can be paid out. */
export function EarningsLines({ wallet, uid }: LinesProps) {
  const { works, worksTotals, morePages, credits, rewards, tokenValueUsd } = wallet;
  const allMicros = worksTotals.heldMicros + worksTotals.soldOnMicros;
  return (
    <>
      {works.length > 0 && <WorkLines works={works} allMicros={allMicros} isPart={morePages > 0} />}
      <FactList
        facts={sumFacts(
          [
            { label: 'DATS', micros: allMicros },
            {
              label: 'Tokens you sold',
              micros: Math.round(credits.earnedCredits * MICROS_PER_CREDIT),
            },
            {
              label: `${formatTokens(rewards.value, 'reward')} at ${formatUsdUpTo3(tokenValueUsd ?? 0)}`,
              micros: microsOfUsd(rewards.value * (tokenValueUsd ?? 0)),
            },
          ],
          'Earnings',
        )}
      />
      <PayableLines uid={uid} />
    </>
  );
}

type WorkLinesProps = {
  works: readonly OwnedWork[];
  /** The earnings of all works. */
  allMicros: number;
  /** Whether some works are not among these. */
  isPart: boolean;
};

function WorkLines({ works, allMicros, isPart }: WorkLinesProps) {
  const amounts = works.map(({ earnedMicros }) => earnedMicros);
  if (isPart) amounts.push(allMicros - worksMicros(works));
  const rounding = roundingOf(amounts, allMicros);
  const usd = formatColumn([...amounts, allMicros]);
  return (
    <table className="table work-lines">
      <caption className="visually-hidden">Earnings by work</caption>
      <thead>
        <tr>
          <th scope="col">Work</th>
          <th scope="col" className="right least">
            Streams ({formatShare(rates.streamSharePpm)}) and sales of the work
          </th>
          <th scope="col" className="right">
            Your earnings
          </th>
        </tr>
      </thead>
      <tbody>
        {works.map((work) => (
          <WorkLine key={work.datId} work={work} earned={usd(work.earnedMicros)} />
        ))}
        {isPart && <RestLine label="Your other works" amount={usd(amounts.at(-1) ?? 0)} />}
        {rounding !== 0 && <RestLine label={ROUNDING} amount={usd(rounding)} />}
      </tbody>
    </table>
  );
}

const RestLine = ({ label, amount }: { label: string; amount: string }) => (
  <tr>
    <th scope="row">{label}</th>
    <td className="right least" />
    <td className="right">{amount}</td>
  </tr>
);

function WorkLine({
  work: { datId, dat, editions, isCreator },
  earned,
}: {
  work: OwnedWork;
  earned: string;
}) {
  const brought = useBrought(datId);
  return (
    <tr>
      <th scope="row">
        <SiteLink className="row-link" href={`/wallet/dat/${datId}`}>
          {dat?.songName ?? datId}
        </SiteLink>
        {editions === 0 && <span className="muted">{isCreator ? ' yours, sold' : ' sold on'}</span>}
      </th>
      <td className="right least">
        {brought ? formatThreeDecimals(microsOfUsd(streamEarningsEstimateUsd(brought))) : UNKNOWN}
      </td>
      <td className="right">{earned}</td>
    </tr>
  );
}

/** What can be cashed out now, what is on its way there day by day, and what is paid out. */
function PayableLines({ uid }: { uid: string | undefined }) {
  const stored = useLive(uid && live.creditSummary(uid), readEarnedDays);
  const days = liveOr(useDocument(docs.timeToPayout, readPayoutDays), readPayoutDays(undefined));
  const known = stored.state === 'ready';
  const earned = liveOr(stored, []);
  const eligible = eligibleCredits(earned, days, useServerTime());
  const spent = earned.reduce((sum, day) => sum + day.spentMicros, 0);
  const usd = formatColumn([...eligible.pending.map(({ micros }) => micros), spent]);
  const pending: Fact[] = eligible.pending.map(({ date, countsFrom, micros }) => ({
    label: `From ${formatDate(countsFrom)}, earned ${formatDate(Date.parse(date))}`,
    value: usd(micros),
  }));
  return (
    <>
      <h2 className="h3 payable-head">Paying out earnings</h2>
      <FactList
        facts={[
          {
            label: 'Can be cashed out now',
            value: known ? usd(centsToMicros(eligibleCents(eligible))) : UNKNOWN,
          },
          ...pending,
          { label: 'Paid out or on its way', value: known ? usd(spent) : UNKNOWN },
        ]}
      />
      <p className="small muted">
        {`Earnings can be cashed out ${days} days after the day they were earned, from 00:00 UTC.`}
      </p>
    </>
  );
}
