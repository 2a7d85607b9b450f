import { readEarnedDays } from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readEarningsLines } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { readPayoutDays, readPayouts } from '@datchain/shared/contracts/documents/payout.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { type Payout, reversedCents } from '@datchain/shared/domain/books/payouts.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import {
  formatCents,
  formatDate,
  formatMicrosUpTo3,
  formatShare,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { WHO_PAYS } from '@datchain/shared/domain/share-words.ts';
import { sumAmounts } from '@datchain/shared/domain/shown-amount.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import {
  useDocument,
  useFirstMonth,
  useOwnDocuments,
  useYear,
} from '../../lib/data/use-document.ts';
import { useLive, useServerTime } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { saveCsv } from '../../lib/text/csv.ts';
import './earnings.css';
import {
  type EditionsOf,
  editionsOfShare,
  makeStatement,
  periodName,
  type SongOf,
  statementMicros,
} from '../../lib/statement/statement.ts';
import { statementCsv } from '../../lib/statement/statement-csv.ts';
import {
  type EarningsFilter,
  formatSearch,
  isNarrow,
  narrowed,
  readFilter,
  sources,
} from './filter.ts';
import { FilterRow } from './filter-row.tsx';
import { MonthSection } from './month-section.tsx';
import { PdfButton } from './pdf-button.tsx';
import { statementPaper } from './statement-paper.ts';
import { StatementSheet } from './statement-sheet.tsx';
import { useLog } from './use-log.ts';

const back = <BackLink href="/wallet" text="Wallet" />;

/**
 * `/wallet/earnings` (N-EXP-03): earnings by month and work, with their calculation, to download
 * and keep.
 */
export default function EarningsScreen() {
  const session = useSession();
  if (session.state === 'signedOut') {
    return (
      <Screen title="Earnings" back={back}>
        <LoginPrompt>Log in to see what you earned.</LoginPrompt>
      </Screen>
    );
  }
  const user = session.state === 'signedIn' ? session : undefined;
  return <OwnEarnings key={user?.uid ?? ''} uid={user?.uid} email={user?.email ?? ''} />;
}

/** Newest first. */
const yearsFrom = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, Number(last) - Number(first)) + 1 }, (_, ago) =>
    String(Number(last) - ago),
  );

/** Lists payouts of earnings that went to the bank in a period, YYYY or YYYY-MM. */
function paidIn(payouts: readonly Payout[], period: string) {
  return payouts
    .filter(({ source, state }) => source === 'credits' && state === 'paid')
    .filter(({ closedAt, createdAt }) =>
      new Date(closedAt ?? createdAt).toISOString().startsWith(period),
    )
    .map((payout) => ({
      label: `Sent to your bank on ${formatDate(payout.closedAt ?? payout.createdAt)}, transfer ${payout.transferId ?? 'N/A'}`,
      value: formatCents(payout.amountCents - reversedCents(payout)),
      cents: payout.amountCents - reversedCents(payout),
    }));
}

/** Formats a figure, or a dash until it is known (N-FIG-06). */
const makeFigure = (isKnown: boolean, text: string) => ({
  value: isKnown ? text : UNKNOWN,
  quiet: !isKnown,
});

const microsOf = ({ micros }: { readonly micros: number }): number => micros;

function useFilter(thisYear: string) {
  const [search, setSearch] = useSearchParams();
  // Read from the address: a second choice can come before the first is rendered.
  const latest = () => readFilter(new URLSearchParams(location.search), thisYear);
  return {
    filter: readFilter(search, thisYear),
    choose: (change: Partial<EarningsFilter>) =>
      setSearch(formatSearch({ ...latest(), ...change }, thisYear), { replace: true }),
  };
}

function formatOnly({ datId, source }: EarningsFilter, songOf: SongOf): string | undefined {
  const from = sources.find(({ name }) => name === source)?.text;
  return [datId && songOf(datId), from].filter(Boolean).join(', ') || undefined;
}

function OwnEarnings({ uid, email }: { uid: string | undefined; email: string }) {
  const now = useServerTime();
  const thisYear = new Date(now).toISOString().slice(0, 4);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { filter, choose } = useFilter(thisYear);
  const { period } = filter;
  const year = period.slice(0, 4);
  const stored = useYear(
    uid === undefined ? undefined : { path: docs.earningsLines(uid), year },
    readEarningsLines,
  );
  const days = useLive(uid && live.creditSummary(uid), readEarnedDays);
  const waiting = useDocument(docs.timeToPayout, readPayoutDays);
  const own = uid === undefined ? undefined : { collection: docs.payouts, uid };
  const sent = useOwnDocuments(own, readPayouts);
  const payouts = liveOr(sent, []);
  const dats = liveOr(useDats(), new Map());
  const songOf = (datId: string): string => dats.get(datId)?.songName ?? datId;
  const editionsOf: EditionsOf = (line) =>
    editionsOfShare(line, 'datId' in line ? dats.get(line.datId ?? '') : undefined, uid);

  const ofYear = liveOr(stored, []);
  const chosen = narrowed(ofYear, filter);
  const isChosen = (month: string) => month.startsWith(period);
  const months = makeStatement(chosen).filter(({ month }) => isChosen(month));
  const isOpen = (month: string) => month === months[0]?.month || opened.includes(month);
  const logs = useLog(
    chosen.flatMap((line) =>
      isChosen(line.month) && isOpen(line.month) && 'datId' in line ? (line.datId ?? []) : [],
    ),
  );
  const firstMonth = useFirstMonth(uid && docs.earningsLines(uid), readEarningsLines);
  const [first] = liveOr(firstMonth, []);
  const firstYear = first?.month.slice(0, 4) ?? thisYear;
  const years = yearsFrom(firstYear < year ? firstYear : year, thisYear);
  const eligible = eligibleCredits(
    liveOr(days, []),
    liveOr(waiting, readPayoutDays(undefined)),
    now,
  );
  const narrow = isNarrow(filter);
  const paid = paidIn(payouts, period);
  const total = statementMicros(months);
  const states = [stored.state, firstMonth.state];
  const failed = states.includes('failed');
  const known = states.every((state) => state === 'ready');
  const isDue = days.state === 'ready' && waiting.state === 'ready';
  const fileName = `datchain-earnings-${Object.values({ ...formatSearch(filter, thisYear), period }).join('-')}`;
  const saveTable = () =>
    saveCsv(
      `${fileName}.csv`,
      statementCsv(
        chosen.filter(({ month }) => isChosen(month)),
        songOf,
      ),
    );
  const paper = statementPaper({
    period,
    months,
    holder: email,
    only: formatOnly(filter, songOf),
    paid: narrow ? [] : paid,
    now,
    songOf,
  });

  return (
    <Screen
      title="Earnings"
      back={back}
      actions={
        <>
          <PdfButton paper={months.length > 0 ? paper : undefined} name={`${fileName}.pdf`} />
          <Button variant="secondary" disabled={months.length === 0} onClick={saveTable}>
            Download CSV
          </Button>
        </>
      }
    >
      <MetricRow
        live
        metrics={[
          {
            label: `Earned in ${periodName(period)}${narrow ? ', filtered' : ''}`,
            ...makeFigure(known, formatMicrosUpTo3(total)),
          },
          {
            label: 'Sent to your bank',
            ...makeFigure(
              sent.state === 'ready',
              formatCents(sumAmounts(paid.map(({ cents }) => cents))),
            ),
          },
          {
            label: 'Available now',
            ...makeFigure(isDue, formatCents(eligibleCents(eligible))),
          },
          {
            label: 'Available later',
            ...makeFigure(isDue, formatMicrosUpTo3(sumAmounts(eligible.pending.map(microsOf)))),
          },
        ]}
      />
      <p className="small muted earnings-note">
        You earn streams × what a stream is worth × {formatShare(rates.streamSharePpm)} × your
        share: {WHO_PAYS} Each line links to its line in the public log, so anyone can check it.
        Reward tokens are not part of this statement. Each amount is rounded once; “Rounding” shows
        the difference.
      </p>
      <FilterRow
        filter={filter}
        onChange={(change) => {
          choose(change);
          setOpened([]);
        }}
        years={years}
        lines={ofYear}
        songOf={songOf}
      />
      {!known && !failed && <p role="status">Loading your earnings…</p>}
      {failed && <Notice>Your earnings could not be loaded. Trying again.</Notice>}
      {known && months.length === 0 && (
        <Nothing
          period={first ? period : undefined}
          narrow={narrow}
          onShowAll={() => choose({ datId: undefined, source: undefined })}
        />
      )}
      {months.map((month) => (
        <MonthSection
          key={month.month}
          month={month}
          paid={narrow ? [] : paidIn(payouts, month.month)}
          narrow={narrow}
          open={isOpen(month.month)}
          songOf={songOf}
          editionsOf={editionsOf}
          logs={logs}
          onOpen={(name) =>
            setOpened((before) => (before.includes(name) ? before : [...before, name]))
          }
        />
      ))}
      {months.length > 0 && <StatementSheet paper={paper} />}
    </Screen>
  );
}

type NothingProps = {
  /** YYYY or YYYY-MM; undefined while the user has never earned anything. */
  period: string | undefined;
  narrow: boolean;
  onShowAll: () => void;
};

function Nothing({ period, narrow, onShowAll }: NothingProps) {
  if (period !== undefined && narrow) {
    return (
      <EmptyState text={`No such earnings in ${periodName(period)}.`}>
        <Button onClick={onShowAll}>Show all works and sources</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      text={
        period === undefined ? 'Nothing earned yet.' : `Nothing earned in ${periodName(period)}.`
      }
    >
      {period === undefined && (
        <p className="earnings-empty">
          Streams of works you hold appear here about two days later, with every step of the
          calculation.
        </p>
      )}
      <a className={buttonClass()} href="/dats">
        See DATS
      </a>
    </EmptyState>
  );
}
