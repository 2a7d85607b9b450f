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
  computeRounding,
  formatColumn,
  formatThreeDecimals,
  ROUNDING,
} from '@datchain/shared/domain/shown-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useBrought } from '../../lib/data/use-brought.ts';
import { useDocument } from '../../lib/data/use-document.ts';
import { useLive, useServerTime } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { sumFacts } from '../../lib/text/sum-facts.ts';
import { type OwnedWork, worksMicros } from './owned-works.ts';
import type { LinesProps } from './total-lines.tsx';

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
  allMicros: number;
  isPart: boolean;
};

/** A line without a work stands for several works. */
interface WorkLine {
  readonly work?: OwnedWork;
  readonly label: string;
  readonly micros: UsdMicros;
}

function WorkLines({ works, allMicros, isPart }: WorkLinesProps) {
  const lines: WorkLine[] = works.map((work) => ({
    work,
    label: work.datId,
    micros: work.earnedMicros,
  }));
  if (isPart) lines.push({ label: 'Your other works', micros: allMicros - worksMicros(works) });
  const amounts = lines.map(({ micros }) => micros);
  const usd = formatColumn([...amounts, allMicros]);
  const rounding = computeRounding(amounts, allMicros);
  if (rounding !== 0) lines.push({ label: ROUNDING, micros: rounding });
  return (
    <DataTable
      className="work-lines"
      caption="Earnings by work"
      rows={lines}
      keyOf={({ work, label }) => work?.datId ?? label}
      columns={[
        {
          header: 'Work',
          isRowHeader: true,
          cell: ({ work, label }) => (work ? <WorkName work={work} /> : label),
        },
        {
          header: `Streams (${formatShare(rates.streamSharePpm)}) and sales of the work`,
          className: 'right least',
          cell: ({ work }) => work && <Brought datId={work.datId} />,
        },
        { header: 'Your earnings', className: 'right', cell: ({ micros }) => usd(micros) },
      ]}
    />
  );
}

function WorkName({ work: { datId, dat, editions, isCreator } }: { work: OwnedWork }) {
  return (
    <>
      <SiteLink className="row-link" href={`/wallet/dat/${datId}`}>
        {dat?.songName ?? datId}
      </SiteLink>
      {editions === 0 && <span className="muted">{isCreator ? ' yours, sold' : ' sold'}</span>}
    </>
  );
}

function Brought({ datId }: { datId: string }) {
  const brought = useBrought(datId);
  if (!brought) return UNKNOWN;
  return formatThreeDecimals(microsOfUsd(streamEarningsEstimateUsd(brought)));
}

function PayableLines({ uid }: { uid: string | undefined }) {
  const stored = useLive(uid && live.creditSummary(uid), readEarnedDays);
  const days = liveOr(useDocument(docs.timeToPayout, readPayoutDays), readPayoutDays(undefined));
  const known = stored.state === 'ready';
  const earned = liveOr(stored, []);
  const eligible = eligibleCredits(earned, days, useServerTime());
  const spent = earned.reduce((sum, day) => sum + day.spentMicros, 0);
  const usd = formatColumn([...eligible.pending.map(({ micros }) => micros), spent]);
  const pending: Fact[] = eligible.pending.map(({ date, countsFrom, micros }) => ({
    label: `Available from ${formatDate(countsFrom)}, earned ${formatDate(Date.parse(date))}`,
    value: usd(micros),
  }));
  return (
    <>
      <h2 className="h3 payable-head">Paying out earnings</h2>
      <FactList
        facts={[
          {
            label: 'Available now',
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
