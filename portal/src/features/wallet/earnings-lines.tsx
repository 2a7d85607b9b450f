import { readEarnedDays } from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readDatBrought } from '@datchain/shared/contracts/documents/dat-brought.ts';
import { readPayoutDays } from '@datchain/shared/contracts/documents/payout.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { addUp } from '@datchain/shared/domain/add-up.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { streamEarningsEstimateUsd } from '@datchain/shared/domain/earnings.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import {
  formatCents,
  formatDate,
  formatMicros,
  formatMicrosUpTo3,
  formatShare,
  formatTokens,
  formatUsdUpTo3,
} from '@datchain/shared/domain/format.ts';
import { MICROS_PER_CREDIT, microsOfUsd } from '@datchain/shared/domain/money.ts';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useDocument } from '../../lib/data/use-document.ts';
import { useLive, useServerTime } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { type OwnedWork, worksMicros } from './owned-works.ts';
import type { LinesProps } from './total-lines.tsx';

/** What the earnings are made of, and from when each day's part can be paid out. */
export function EarningsLines({ wallet, uid }: LinesProps) {
  const { works, worksTotals, morePages, credits, rewards, tokenValueUsd, earnings } = wallet;
  const allMicros = worksTotals.heldMicros + worksTotals.soldOnMicros;
  const [dats = 0, tokens = 0, rewardMicros = 0] = addUp([
    allMicros,
    Math.round(credits.earnedCredits * MICROS_PER_CREDIT),
    microsOfUsd(rewards.value * (tokenValueUsd ?? 0)),
  ]);
  return (
    <>
      {works.length > 0 && (
        <WorkLines works={works} allMicros={morePages > 0 ? allMicros : undefined} />
      )}
      <FactList
        facts={[
          { label: 'DATS', value: formatMicrosUpTo3(dats) },
          { label: 'Tokens you sold', value: formatMicrosUpTo3(tokens) },
          {
            label: `${formatTokens(rewards.value, 'reward')} at ${formatUsdUpTo3(tokenValueUsd ?? 0)}`,
            value: formatMicrosUpTo3(rewardMicros),
          },
          { label: 'Earnings', value: formatMicrosUpTo3(earnings.value), total: true },
        ]}
      />
      <PayableLines uid={uid} />
    </>
  );
}

/** @param allMicros of all works, where some are not among these */
function WorkLines({
  works,
  allMicros,
}: {
  works: readonly OwnedWork[];
  allMicros: number | undefined;
}) {
  const others = allMicros === undefined ? 0 : allMicros - worksMicros(works);
  const shown = addUp([...works.map(({ earnedMicros }) => earnedMicros), others]);
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
        {works.map((work, index) => (
          <WorkLine key={work.datId} work={work} shownMicros={shown[index] ?? 0} />
        ))}
        {allMicros !== undefined && (
          <tr>
            <th scope="row">Your other works</th>
            <td className="right least" />
            <td className="right">{formatMicrosUpTo3(shown.at(-1) ?? 0)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function WorkLine({
  work: { datId, dat, editions, isCreator },
  shownMicros,
}: {
  work: OwnedWork;
  shownMicros: number;
}) {
  // What cannot be read counts as zero (R-WAL-16).
  const stats = liveOr(useLive(live.streamStats(datId), asStored), undefined);
  const earnings = liveOr(useLive(live.earnings(datId), asStored), undefined);
  const brought = streamEarningsEstimateUsd(readDatBrought(stats, earnings));
  return (
    <tr>
      <th scope="row">
        <SiteLink className="row-link" href={`/wallet/dat/${datId}`}>
          {dat?.songName ?? datId}
        </SiteLink>
        {editions === 0 && <span className="muted">{isCreator ? ' yours, sold' : ' sold on'}</span>}
      </th>
      <td className="right least">{formatUsdUpTo3(brought)}</td>
      <td className="right">{formatMicrosUpTo3(shownMicros)}</td>
    </tr>
  );
}

const asStored = (value: unknown): unknown => value;

/** What can be cashed out now, what is on its way there day by day, and what is paid out. */
function PayableLines({ uid }: { uid: string | undefined }) {
  const stored = useLive(uid && live.creditSummary(uid), readEarnedDays);
  const days = liveOr(useDocument(docs.timeToPayout, readPayoutDays), readPayoutDays(undefined));
  const earned = liveOr(stored, []);
  const eligible = eligibleCredits(earned, days, useServerTime());
  const spent = earned.reduce((sum, day) => sum + day.spentMicros, 0);
  const pending: Fact[] = eligible.pending.map(({ date, countsFrom, micros }) => ({
    label: `From ${formatDate(countsFrom)}, earned ${formatDate(Date.parse(date))}`,
    value: formatMicros(micros),
  }));
  return (
    <>
      <h2 className="h3 payable-head">Paying out earnings</h2>
      <FactList
        facts={[
          { label: 'Can be cashed out now', value: formatCents(eligibleCents(eligible)) },
          ...pending,
          { label: 'Paid out or on its way', value: formatMicros(spent) },
        ]}
      />
      <p className="small muted">
        {`Earnings can be cashed out ${days} days after the day they were earned, from 00:00 UTC.`}
      </p>
    </>
  );
}
