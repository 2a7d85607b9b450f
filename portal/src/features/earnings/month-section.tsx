import { rates } from '@datchain/shared/domain/config.ts';
import {
  formatCount,
  formatShare,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { LogLink } from '../../app/log-link.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import type { LogLine } from '../../lib/data/public-log.ts';
import {
  broughtBy,
  broughtByWork,
  lineSum,
  lineWords,
  type OtherPart,
  periodName,
  type ShownLine,
  type SongOf,
  type StatementMonth,
  sharesText,
  type WorkStreams,
} from '../../lib/statement/statement.ts';
import { logNumbers } from './log-lines.ts';

const usd = (micros: number): string => formatUsdUpTo3(micros / 1_000_000);

export type Logs = ReadonlyMap<string, readonly LogLine[]>;

type MonthProps = {
  month: StatementMonth;
  /** Below the month's total: what was paid out in it. */
  paid: readonly { label: string; value: string }[];
  /** Only a work or a source of it is shown. */
  narrow: boolean;
  open: boolean;
  songOf: SongOf;
  logs: Logs;
  onOpen: (month: string) => void;
};

/** A month of the statement: each line with its sum worked out (N-EXP-03). */
export function MonthSection(props: MonthProps) {
  const { month, paid, narrow, open, songOf, logs, onOpen } = props;
  const name = periodName(month.month);
  return (
    <details
      className="earnings-month"
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen(month.month);
      }}
    >
      <summary>
        <h2 className="h2">{name}</h2>
        <span className="figure-medium">{usd(month.shownMicros)}</span>
      </summary>
      {month.works.length > 0 && (
        <StreamsTable works={month.works} month={name} songOf={songOf} logs={logs} />
      )}
      {month.others.map((part) => (
        <OtherTable key={part.title} part={part} month={name} songOf={songOf} logs={logs} />
      ))}
      <dl className="fact-list">
        <div className="fact-total">
          <dt>{`Earned in ${name}${narrow ? ', filtered' : ''}`}</dt>
          <dd className="figure-medium">{usd(month.shownMicros)}</dd>
        </div>
        {paid.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type TableProps = { month: string; songOf: SongOf; logs: Logs };

function StreamsTable({
  works,
  month,
  songOf,
  logs,
}: TableProps & { works: readonly WorkStreams[] }) {
  const total = works.reduce((sum, { shownMicros }) => sum + shownMicros, 0);
  return (
    <table className="table earnings-table">
      <caption className="visually-hidden">{`Streams, ${month}`}</caption>
      <thead>
        <tr>
          <th scope="col">Streams</th>
          <th scope="col" className="right">
            Counted
          </th>
          <th scope="col" className="right least">
            Work earned
          </th>
          <th scope="col" className="right least">
            {formatShare(rates.streamSharePpm)} shared
          </th>
          <th scope="col" className="right least">
            Your share
          </th>
          <th scope="col" className="right">
            You earned
          </th>
          <th scope="col" className="right least">
            Public log
          </th>
        </tr>
      </thead>
      {works.map((work) => (
        <tbody key={work.datId}>
          <WorkRow work={work} songOf={songOf} />
          {work.lines.map((shown) => (
            <PlatformRow
              key={JSON.stringify(shown.line)}
              shown={shown}
              songOf={songOf}
              log={logs.get(work.datId) ?? []}
            />
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">Streams</th>
          <td />
          <td className="least" />
          <td className="least" />
          <td className="least" />
          <td className="right">{usd(total)}</td>
          <td className="least" />
        </tr>
      </tfoot>
    </table>
  );
}

const orUnknown = <T,>(value: T | undefined, text: (value: T) => string): string =>
  value === undefined ? UNKNOWN : text(value);

function WorkRow({ work, songOf }: { work: WorkStreams; songOf: SongOf }) {
  const brought = broughtByWork(work);
  return (
    <tr>
      <th scope="row">
        <SiteLink className="row-link" href={`/wallet/dat/${work.datId}`}>
          <span dir="auto">{songOf(work.datId)}</span>
        </SiteLink>
      </th>
      <td className="right">{orUnknown(brought?.count, formatCount)}</td>
      <td className="right least">{orUnknown(brought?.grossMicros, usd)}</td>
      <td className="right least">{orUnknown(brought?.sharedMicros, usd)}</td>
      <td className="right least">{orUnknown(brought?.sharesPpm, sharesText)}</td>
      <td className="right">{usd(work.shownMicros)}</td>
      <td className="least" />
    </tr>
  );
}

type RowProps = { shown: ShownLine; songOf: SongOf; log: readonly LogLine[] };

function PlatformRow({ shown: { line, shownMicros }, songOf, log }: RowProps) {
  const brought = broughtBy(line);
  const numbers = logNumbers(line, log);
  return (
    <tr className="earnings-platform">
      <td>
        {lineWords(line, songOf)}
        <LogBelow numbers={numbers} />
      </td>
      <td className="right">{orUnknown(brought?.count, formatCount)}</td>
      <td className="right least">{orUnknown(brought?.grossMicros, usd)}</td>
      <td className="right least">{orUnknown(brought?.sharedMicros, usd)}</td>
      <td className="right least">{orUnknown(brought?.sharePpm, formatShare)}</td>
      <td className="right">{usd(shownMicros)}</td>
      <td className="right least">
        <LogLink numbers={numbers} />
      </td>
    </tr>
  );
}

function OtherTable({ part, month, songOf, logs }: TableProps & { part: OtherPart }) {
  const { title, lines } = part;
  return (
    <table className="table earnings-table">
      <caption className="visually-hidden">{`${title}, ${month}`}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" className="right">
            How
          </th>
          <th scope="col" className="right">
            You earned
          </th>
          <th scope="col" className="right least">
            Public log
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((shown) => (
          <OtherRow
            key={JSON.stringify(shown.line)}
            shown={shown}
            songOf={songOf}
            log={('datId' in shown.line && logs.get(shown.line.datId ?? '')) || []}
          />
        ))}
      </tbody>
    </table>
  );
}

function OtherRow({ shown: { line, shownMicros }, songOf, log }: RowProps) {
  const numbers = logNumbers(line, log);
  return (
    <tr>
      <th scope="row" dir="auto">
        {lineWords(line, songOf)}
        <LogBelow numbers={numbers} />
      </th>
      <td className="right">{lineSum(line) || UNKNOWN}</td>
      <td className="right">{usd(shownMicros)}</td>
      <td className="right least">
        <LogLink numbers={numbers} />
      </td>
    </tr>
  );
}

/** On a phone, which has no room for a column of it. */
function LogBelow({ numbers }: { numbers: readonly number[] }) {
  if (numbers.length === 0) return null;
  return (
    <span className="earnings-log">
      Public log: <LogLink numbers={numbers} />
    </span>
  );
}
