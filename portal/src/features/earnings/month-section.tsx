import type { EarningsLine } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { formatCount, formatShare, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { WHEN_CREDITED } from '@datchain/shared/domain/share-words.ts';
import {
  computeRounding,
  formatColumn,
  ROUNDING,
  sumAmounts,
} from '@datchain/shared/domain/shown-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { LogLink } from '../../app/log-link.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import type { LogLine } from '../../lib/data/public-log.ts';
import {
  broughtBy,
  broughtByWork,
  type EditionsOf,
  lineSum,
  lineWords,
  type OtherPart,
  periodName,
  type SongOf,
  type StatementMonth,
  sharesText,
  type WorkStreams,
} from '../../lib/statement/statement.ts';
import { heldText, logLines, logNumbers } from './log-lines.ts';

type Format = (micros: UsdMicros) => string;

const microsOf = ({ micros }: { readonly micros: UsdMicros }): UsdMicros => micros;

export type Logs = ReadonlyMap<string, readonly LogLine[]>;

type MonthProps = {
  month: StatementMonth;
  paid: readonly { label: string; value: string }[];
  narrow: boolean;
  open: boolean;
  songOf: SongOf;
  editionsOf: EditionsOf;
  logs: Logs;
  onOpen: (month: string) => void;
};

/** Shows a month of the statement, each line with its calculation (N-EXP-03). */
export function MonthSection(props: MonthProps) {
  const { month, paid, narrow, open, songOf, editionsOf, logs, onOpen } = props;
  const name = periodName(month.month);
  const streams = sumAmounts(month.works.map(microsOf));
  const others = month.others.flatMap(({ lines }) => lines.map(microsOf));
  const rounding = computeRounding([streams, ...others], month.micros);
  const lines = month.works.flatMap((work) => work.lines);
  const usd = formatColumn([...lines.map(microsOf), ...others, streams, month.micros]);
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
        <span className="figure-medium">{usd(month.micros)}</span>
      </summary>
      {month.works.length > 0 && (
        <>
          <p className="small muted earnings-when">{WHEN_CREDITED}</p>
          <StreamsTable
            works={month.works}
            total={streams}
            month={name}
            songOf={songOf}
            editionsOf={editionsOf}
            logs={logs}
            usd={usd}
          />
        </>
      )}
      {month.others.map((part) => (
        <OtherTable
          key={part.title}
          part={part}
          month={name}
          songOf={songOf}
          logs={logs}
          usd={usd}
        />
      ))}
      <dl className="fact-list">
        {rounding !== 0 && (
          <div>
            <dt>{ROUNDING}</dt>
            <dd>{usd(rounding)}</dd>
          </div>
        )}
        <div className="fact-total">
          <dt>{`Earned in ${name}${narrow ? ', filtered' : ''}`}</dt>
          <dd className="figure-medium">{usd(month.micros)}</dd>
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

type TableProps = { month: string; songOf: SongOf; logs: Logs; usd: Format };

function StreamsTable({
  works,
  total,
  month,
  songOf,
  editionsOf,
  logs,
  usd,
}: TableProps & { works: readonly WorkStreams[]; total: UsdMicros; editionsOf: EditionsOf }) {
  const rounding = computeRounding(works.map(microsOf), total);
  const gross = formatColumn(listGross(works));
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
          <WorkRow work={work} songOf={songOf} usd={usd} gross={gross} />
          {work.lines.map((line) => (
            <PlatformRow
              key={JSON.stringify(line)}
              line={line}
              songOf={songOf}
              editionsOf={hasTwice(work, line) ? editionsOf : undefined}
              log={logs.get(work.datId) ?? []}
              usd={usd}
              gross={gross}
            />
          ))}
          <RoundingRow
            className="earnings-platform"
            rounding={computeRounding(work.lines.map(microsOf), work.micros)}
            usd={usd}
          />
        </tbody>
      ))}
      {rounding !== 0 && (
        <tbody>
          <RoundingRow rounding={rounding} usd={usd} />
        </tbody>
      )}
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

const listGross = (works: readonly WorkStreams[]): UsdMicros[] =>
  works
    .flatMap((work) => [broughtByWork(work), ...work.lines.map(broughtBy)])
    .flatMap((brought) => (brought ? [brought.grossMicros, brought.sharedMicros] : []));

type RoundingRowProps = { rounding: UsdMicros; usd: Format; className?: string };

/**
 * Shows the rounding difference between the rows above and their sum, where there is one
 * (N-FIG-05).
 */
const RoundingRow = ({ rounding, usd, className }: RoundingRowProps) =>
  rounding === 0 ? null : (
    <tr className={className}>
      <td>{ROUNDING}</td>
      <td />
      <td className="least" />
      <td className="least" />
      <td className="least" />
      <td className="right">{usd(rounding)}</td>
      <td className="least" />
    </tr>
  );

const orUnknown = <T,>(value: T | undefined, text: (value: T) => string): string =>
  value === undefined ? UNKNOWN : text(value);

type Formats = { usd: Format; gross: Format };

function WorkRow({ work, songOf, usd, gross }: Formats & { work: WorkStreams; songOf: SongOf }) {
  const brought = broughtByWork(work);
  return (
    <tr>
      <th scope="row">
        <SiteLink className="row-link" href={`/wallet/dat/${work.datId}`}>
          <span dir="auto">{songOf(work.datId)}</span>
        </SiteLink>
      </th>
      <td className="right">{orUnknown(brought?.count, formatCount)}</td>
      <td className="right least">{orUnknown(brought?.grossMicros, gross)}</td>
      <td className="right least">{orUnknown(brought?.sharedMicros, gross)}</td>
      <td className="right least">{orUnknown(brought?.sharesPpm, sharesText)}</td>
      <td className="right">{usd(work.micros)}</td>
      <td className="least" />
    </tr>
  );
}

type RowProps = { line: EarningsLine; songOf: SongOf; log: readonly LogLine[]; usd: Format };

/**
 * Tells whether a work has several rows of one platform: editions were bought or sold in the month.
 */
const hasTwice = ({ lines }: WorkStreams, line: EarningsLine): boolean =>
  lines.filter((one) => lineWords(one, () => '') === lineWords(line, () => '')).length > 1;

type PlatformRowProps = RowProps & Formats & { editionsOf: EditionsOf | undefined };

function PlatformRow({ line, songOf, editionsOf, log, usd, gross }: PlatformRowProps) {
  const brought = broughtBy(line);
  const numbers = logNumbers(line, log);
  return (
    <tr className="earnings-platform">
      <td>
        {lineWords(line, songOf)}
        {editionsOf && (
          <span className="earnings-held">{heldText(logLines(line, log), editionsOf(line))}</span>
        )}
        <LogBelow numbers={numbers} />
      </td>
      <td className="right">{orUnknown(brought?.count, formatCount)}</td>
      <td className="right least">{orUnknown(brought?.grossMicros, gross)}</td>
      <td className="right least">{orUnknown(brought?.sharedMicros, gross)}</td>
      <td className="right least">{orUnknown(brought?.sharePpm, formatShare)}</td>
      <td className="right">{usd(line.micros)}</td>
      <td className="right least">
        <LogLink numbers={numbers} />
      </td>
    </tr>
  );
}

function OtherTable({ part, month, songOf, logs, usd }: TableProps & { part: OtherPart }) {
  const { title, lines } = part;
  const numbersOf = (line: EarningsLine) =>
    logNumbers(line, ('datId' in line && logs.get(line.datId ?? '')) || []);
  return (
    <DataTable
      className="earnings-table"
      caption={`${title}, ${month}`}
      rows={lines}
      keyOf={(line) => JSON.stringify(line)}
      columns={[
        {
          header: title,
          isRowHeader: true,
          cell: (line) => (
            <span dir="auto">
              {lineWords(line, songOf)}
              <LogBelow numbers={numbersOf(line)} />
            </span>
          ),
        },
        { header: 'How', className: 'right', cell: (line) => lineSum(line) || UNKNOWN },
        { header: 'You earned', className: 'right', cell: ({ micros }) => usd(micros) },
        {
          header: 'Public log',
          className: 'right least',
          cell: (line) => <LogLink numbers={numbersOf(line)} />,
        },
      ]}
    />
  );
}

/** Shows the log link below the text on phones, which have no room for its column. */
function LogBelow({ numbers }: { numbers: readonly number[] }) {
  if (numbers.length === 0) return null;
  return (
    <span className="earnings-log">
      Public log: <LogLink numbers={numbers} />
    </span>
  );
}
