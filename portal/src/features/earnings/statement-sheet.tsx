import { rates } from '@datchain/shared/domain/config.ts';
import '../../app/receipt.css';
import { brandName } from '@datchain/shared/contracts/site.ts';
import {
  formatCount,
  formatDate,
  formatShare,
  formatUsdUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { BrandMark } from '@datchain/shared/ui/brand-mark.tsx';
import {
  broughtByWork,
  lineSum,
  lineWords,
  periodName,
  type SongOf,
  type StatementMonth,
  statementMicros,
} from '../../lib/statement/statement.ts';

const usd = (micros: number): string => formatUsdUpTo3(micros / 1_000_000);

type SheetProps = {
  /** YYYY or YYYY-MM */
  period: string;
  months: readonly StatementMonth[];
  /** Whose statement it is. */
  holder: string;
  /** The work or source that alone is on it. */
  only: string | undefined;
  paid: readonly { label: string; value: string }[];
  now: number;
  songOf: SongOf;
};

/** The statement on paper: alone on the page in print, and not to be seen on screen. */
export function StatementSheet(props: SheetProps) {
  const { period, months, holder, only, paid, now, songOf } = props;
  const name = periodName(period);
  const isOver = period < new Date(now).toISOString().slice(0, period.length);
  return (
    <section className="receipt statement-sheet always-light">
      <header className="receipt-head">
        <h2>Statement</h2>
        <p>
          <BrandMark />
          {brandName}
        </p>
      </header>
      <dl className="receipt-facts">
        <div>
          <dt>For</dt>
          <dd>{holder}</dd>
        </div>
        <div>
          <dt>Period, UTC</dt>
          <dd>{isOver ? name : `${name}, up to ${formatDate(now)}`}</dd>
        </div>
        {only !== undefined && (
          <div>
            <dt>Only</dt>
            <dd>{only}</dd>
          </div>
        )}
      </dl>
      <Streams months={months} songOf={songOf} />
      <Others months={months} songOf={songOf} />
      <table className="receipt-lines">
        <tbody>
          <tr className="receipt-total">
            <th scope="row">{`Earned in ${name}${only === undefined ? '' : ', filtered'}`}</th>
            <td>{usd(statementMicros(months))}</td>
          </tr>
          {paid.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="receipt-notes">
        <p>
          Stream earnings: streams counted × what a stream is assumed to earn ×{' '}
          {formatShare(rates.streamSharePpm)} × your share.
        </p>
        <p>
          Reward tokens are not part of this statement. Every figure can be recalculated from the
          public log. This is not a tax document.
        </p>
      </div>
    </section>
  );
}

type PartProps = { months: readonly StatementMonth[]; songOf: SongOf };

/** One row for each work in a month. */
function Streams({ months, songOf }: PartProps) {
  const rows = months.flatMap(({ month, works }) => works.map((work) => ({ month, work })));
  if (rows.length === 0) return null;
  return (
    <table className="receipt-lines">
      <thead>
        <tr>
          <th scope="col">Streams</th>
          <th scope="col">Counted</th>
          <th scope="col">{formatShare(rates.streamSharePpm)} shared</th>
          <th scope="col">Your share</th>
          <th scope="col">You earned</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ month, work }) => {
          const brought = broughtByWork(work);
          const sharePpm = brought?.sharePpm;
          return (
            <tr key={`${month} ${work.datId}`}>
              <th scope="row">
                {songOf(work.datId)}
                {months.length > 1 && <span>{periodName(month)}</span>}
              </th>
              <td>{brought ? formatCount(brought.count) : UNKNOWN}</td>
              <td>{brought ? usd(brought.sharedMicros) : UNKNOWN}</td>
              <td>{sharePpm === undefined ? UNKNOWN : formatShare(sharePpm)}</td>
              <td>{usd(work.shownMicros)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Others({ months, songOf }: PartProps) {
  const rows = months.flatMap(({ month, others }) =>
    others.flatMap(({ title, lines }) => lines.map((shown) => ({ month, title, ...shown }))),
  );
  if (rows.length === 0) return null;
  return (
    <table className="receipt-lines">
      <thead>
        <tr>
          <th scope="col">Other earnings</th>
          <th scope="col">How</th>
          <th scope="col">You earned</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ month, title, line, shownMicros }) => (
          <tr key={JSON.stringify(line)}>
            <th scope="row">
              {lineWords(line, songOf)}
              <span>{months.length > 1 ? `${title}, ${periodName(month)}` : title}</span>
            </th>
            <td>{lineSum(line) || UNKNOWN}</td>
            <td>{usd(shownMicros)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
