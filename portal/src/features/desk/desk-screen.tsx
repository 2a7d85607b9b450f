import { Notice } from '../../app/notice.tsx';
import './desk.css';
import { readStreamTotals } from '@datchain/shared/contracts/dats-index.ts';
import { readEarnedDays } from '@datchain/shared/contracts/documents/credit-summary.ts';
import { readEarningsLines } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { readPayoutDays } from '@datchain/shared/contracts/documents/payout.ts';
import {
  readCreatorParts,
  readOwnedDats,
  readWorkSums,
} from '@datchain/shared/contracts/documents/user-wallet.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { workEarnedMicros } from '@datchain/shared/domain/earnings.ts';
import { eligibleCents, eligibleCredits } from '@datchain/shared/domain/eligible-credits.ts';
import {
  formatCents,
  formatCount,
  formatMicrosUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { useMemo, useState } from 'react';
import ApplicationStep from '../../app/application-step.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { SelectField } from '../../app/select-field.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDatsIndex } from '../../lib/data/use-dats-index.ts';
import { useDocument, useFirstMonth, useYear } from '../../lib/data/use-document.ts';
import { useLive, useServerTime } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { statementCsv } from '../../lib/statement/statement-csv.ts';
import { saveCsv } from '../../lib/text/csv.ts';
import { deskEarnings, linesOfWorks, soldEditions } from './desk-figures.ts';
import { Holders, Months, Works } from './desk-tables.tsx';
import { LateReports } from './late-reports.tsx';
import { WorkStreams } from './work-streams.tsx';

/** `/desk` (N-PPL-08): an artist's works, their earnings and their holders. */
export default function DeskScreen() {
  const session = useSession();
  const uid = uidOf(session);
  if (session.state === 'signedOut') {
    return (
      <Screen title="Desk">
        <LoginPrompt>Log in to see your works.</LoginPrompt>
      </Screen>
    );
  }
  return <OwnDesk key={uid ?? ''} uid={uid} />;
}

/** Lists the user's own works from the public summaries, the latest first. */
const listWorks = (dats: ReadonlyMap<string, Dat>, uid: string | undefined): Dat[] =>
  [...dats.values()]
    .filter(({ creatorId }) => creatorId !== '' && creatorId === uid)
    .sort((a, b) => (b.releasedAt ?? 0) - (a.releasedAt ?? 0));

function OwnDesk({ uid }: { uid: string | undefined }) {
  const dats = useDats();
  if (dats.state !== 'ready' || uid === undefined) {
    return (
      <Screen title="Desk">
        {dats.state === 'failed' ? (
          <Notice>Your works could not be loaded. Trying again.</Notice>
        ) : (
          <p role="status">Loading your works…</p>
        )}
      </Screen>
    );
  }
  const works = listWorks(dats.value, uid);
  if (works.length > 0) return <Desk uid={uid} works={works} />;
  return (
    <Screen title="Desk">
      <ApplicationStep
        uid={uid}
        invitation="If you make your own music, you can apply to release it."
      />
    </Screen>
  );
}

/**
 * Links to the release form or to the application; shows nothing until the right to release is
 * known (N-PPL-08).
 */
function ReleaseLink() {
  const session = useSession();
  if (session.state !== 'signedIn' || session.canRelease === undefined) return null;
  return (
    <SiteLink
      className={`${buttonClass()} desk-action`}
      href={session.canRelease ? '/release' : '/desk/apply'}
    >
      {session.canRelease ? 'Release a work' : 'Apply to release'}
    </SiteLink>
  );
}

const readParts = (value: unknown) => ({
  parts: [...readOwnedDats(value), ...readCreatorParts(value)],
  sums: readWorkSums(value),
});

const noParts: ReturnType<typeof readParts> = { parts: [], sums: undefined };

/** Sums what a desk's works earned their artist; a wallet split into pages has the sum stored. */
function earnedBy(works: readonly Dat[], { parts, sums }: typeof noParts): number {
  if (sums) return sums.releasedMicros;
  return works.reduce((sum, { id }) => sum + workEarnedMicros(parts, id), 0);
}

function useMoney(uid: string, year: string, now: Millis) {
  const parts = useDocument(docs.wallet(uid), readParts);
  const lines = useYear({ path: docs.earningsLines(uid), year }, readEarningsLines);
  const first = useFirstMonth(docs.earningsLines(uid), readEarningsLines);
  const days = useLive(live.creditSummary(uid), readEarnedDays);
  const wait = useDocument(docs.timeToPayout, readPayoutDays);
  const all = [parts, lines, first, days, wait];
  return {
    parts: liveOr(parts, noParts),
    lines: liveOr(lines, []),
    firstYear: liveOr(first, [])[0]?.month.slice(0, 4),
    due: eligibleCredits(liveOr(days, []), liveOr(wait, readPayoutDays(undefined)), now),
    isKnown: all.every(({ state }) => state === 'ready'),
    isFailed: all.some(({ state }) => state === 'failed'),
  };
}

function Desk({ uid, works }: { uid: string; works: readonly Dat[] }) {
  const now = useServerTime();
  const thisMonth = new Date(now).toISOString().slice(0, 7);
  const thisYear = thisMonth.slice(0, 4);
  const [chosenYear, setYear] = useState<string>();
  const year = chosenYear ?? thisYear;
  const money = useMoney(uid, year, now);
  const index = useDatsIndex();
  const totals = useMemo(() => readStreamTotals(liveOr(index, null)), [index]);
  const ids = new Set(works.map(({ id }) => id));
  const lines = linesOfWorks(money.lines, ids);
  const songs = new Map(works.map(({ id, songName }) => [id, songName]));
  const quiet = !money.isKnown;
  const later = money.due.pending.reduce((sum, { micros }) => sum + micros, 0);
  const earned = earnedBy(works, money.parts);
  const earnings = quiet ? undefined : deskEarnings(lines);
  const sold = works.reduce((sum, dat) => sum + soldEditions(dat).length, 0);
  const editions = works.reduce((sum, dat) => sum + dat.editions.length, 0);
  const span = Math.max(0, Number(thisYear) - Number(money.firstYear ?? thisYear));
  const creator = works[0]?.creatorUsername ?? '';
  const save = () =>
    saveCsv(
      `datchain-desk-${year}.csv`,
      statementCsv(lines, (datId) => songs.get(datId) ?? datId),
    );
  return (
    <Screen
      title="Desk"
      actions={
        <>
          <ReleaseLink />
          {creator !== '' && (
            <SiteLink
              className={`${buttonClass({ variant: 'secondary' })} desk-action`}
              href={`/profile/${encodeURIComponent(creator)}`}
            >
              Your public page
            </SiteLink>
          )}
        </>
      }
    >
      <MetricRow
        live
        metrics={[
          { label: 'Earned so far', value: quiet ? UNKNOWN : formatMicrosUpTo3(earned), quiet },
          { label: 'Sold so far', value: formatCount(sold), unit: `of ${formatCount(editions)}` },
          {
            label: 'Available now',
            value: quiet ? UNKNOWN : formatCents(eligibleCents(money.due)),
            quiet,
          },
          { label: 'Available later', value: quiet ? UNKNOWN : formatMicrosUpTo3(later), quiet },
        ]}
      />
      <p className="small muted desk-note">
        Earned so far is from your own works. Available is everything you can{' '}
        <SiteLink href="/cashout">cash out</SiteLink>.
      </p>
      {money.isFailed ? (
        <Notice>Your earnings could not be loaded. Trying again.</Notice>
      ) : (
        quiet && (
          <p className="desk-wait" role="status">
            Loading your earnings…
          </p>
        )
      )}
      <LateReports works={works} index={liveOr(index, null)} />
      <div className="desk-choices">
        <SelectField
          label="Year"
          value={year}
          onChange={setYear}
          options={Array.from({ length: span + 1 }, (_, ago) => String(Number(thisYear) - ago)).map(
            (each) => [each, each],
          )}
        />
      </div>
      <Works works={works} earnings={earnings} year={year} />
      {earnings && (
        <Months
          earnings={earnings}
          year={year}
          thisMonth={thisMonth}
          aside={
            <>
              <SiteLink className="small row-link" href={`/wallet/earnings?period=${year}`}>
                Statement
              </SiteLink>
              <Button variant="secondary" disabled={lines.length === 0} onClick={save}>
                Download CSV
              </Button>
            </>
          }
        />
      )}
      {index.state !== 'loading' && <WorkStreams works={works} totals={totals} />}
      <Holders works={works} />
    </Screen>
  );
}
