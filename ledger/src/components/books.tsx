import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import {
  type BookDayRow,
  type BookMonth,
  type BooksFigure,
  type BooksLine,
  type BooksView,
  type ClosedView,
  dayLogHref,
} from '../views/books/books-view.ts';
import { SectionHead } from './section-head.tsx';

export function BooksDay({ books }: { books: BooksView }) {
  const [left, right] = [books.sides.slice(0, 2), books.sides.slice(2)];
  return (
    <>
      <p className="measure muted">{[books.state, books.entries, ...books.late].join(' ')}</p>
      <div className="books">
        <BooksColumn sides={left} sum="Came in, less what went out" total={books.left} />
        <BooksColumn sides={right} sum="Held, owed and earned" total={books.right} />
      </div>
      <p className="books-verdict">
        {books.balances
          ? 'Both sides are the same, to the millionth of a dollar.'
          : 'The two sides differ. This is an error, and we are looking into it.'}
      </p>
      {books.shortfall !== undefined && (
        <p className="notice">
          {`The platform has promised and lost ${books.shortfall} more than it has earned. Its owner has to pay that in.`}
        </p>
      )}
      <BooksDue due={books.due} />
    </>
  );
}

function BooksColumn({
  sides,
  sum,
  total,
}: {
  sides: BooksView['sides'];
  sum: string;
  total: string;
}) {
  return (
    <section className="books-column" aria-label={sum}>
      {sides.map((side) => (
        <div key={side.key} className="books-side">
          <h2 className="h3 books-row">
            <span>{side.name}</span> <span>{side.total}</span>
          </h2>
          {side.figures.map((figure) => (
            <Figure key={figure.name} figure={figure} />
          ))}
        </div>
      ))}
      <p className="books-row books-total">
        <span>{sum}</span> <span>{total}</span>
      </p>
    </section>
  );
}

function Figure({ figure }: { figure: BooksFigure }) {
  return (
    <details className="books-figure">
      <summary>
        <span className="books-row">
          <span>{figure.name}</span> <span>{figure.amount}</span>
        </span>
      </summary>
      <ul className="books-lines">
        {figure.lines.map((line) => (
          <li key={line.text} className="small">
            <Line line={line} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Line({ line: { text, amount, inLog } }: { line: BooksLine }) {
  const row = (
    <span className="books-row">
      <span>{text}</span> <span>{amount}</span>
    </span>
  );
  if (!inLog) return row;
  return (
    <details className="books-entries" data-in-log={JSON.stringify(inLog)}>
      <summary>{row}</summary>
      <p>
        <a href={dayLogHref(inLog.date)}>The day’s lines in the public log</a>
      </p>
    </details>
  );
}

function BooksDue({ due }: { due: BooksView['due'] }) {
  return (
    <section className="section" aria-labelledby="due-title">
      <SectionHead id="due-title" title="What is due to users" />
      <div className="prose">
        <p>
          {`${due.owed} in earnings, ${due.tokens} and ${due.rewardTokens}, in the wallets of ${due.users} users.`}
        </p>
      </div>
    </section>
  );
}

export function BooksClosed({ closed }: { closed: ClosedView | undefined }) {
  return (
    <section className="section" aria-labelledby="closed-title">
      <SectionHead id="closed-title" title="Owed, and held at Stripe" />
      {closed ? (
        <ClosedDay closed={closed} />
      ) : (
        <p className="empty-line">The public log does not say yet what was owed on a closed day.</p>
      )}
    </section>
  );
}

function ClosedDay({ closed }: { closed: ClosedView }) {
  const { day, owed, at, assets, coins, root, logHref } = closed;
  const facts = [
    { label: `Earnings owed to users at the end of ${day}`, value: owed },
    ...(assets
      ? [
          { label: 'What Stripe told us it holds for us', value: assets.available },
          { label: 'On its way to Stripe', value: assets.pending },
        ]
      : []),
    { label: 'Coins in the public list', value: coins },
  ];
  return (
    <div className="stack">
      <FactList facts={facts} />
      <div className="prose">
        <p>
          {assets
            ? `At ${at} Stripe told us we hold ${assets.available}, and ${assets.pending} is on its way. This is what we say; Stripe does not confirm it here.`
            : `Stripe did not answer when this day was closed, at ${at}.`}
        </p>
        <p>
          Everyone’s balances are in one public list, in coins that only their owners can find.{' '}
          <a href="/wallet/proof">Find yours</a>, or read <a href="/data">the lists</a> and{' '}
          <a href={logHref}>the day’s lines in the public log</a>.
        </p>
        <p className="small muted hash">{`Root of the list: ${root}`}</p>
      </div>
    </div>
  );
}

export function BooksMeaning() {
  return (
    <section className="section" aria-labelledby="meaning-title">
      <SectionHead id="meaning-title" title="What this proves, and what it does not" />
      <div className="prose">
        <p>
          Every movement is an entry that takes from one account what it gives to another. This page
          adds them up by day. Each figure opens to the kinds of entries behind it, and each kind to
          its lines in the <a href="/verify">public log</a>, which no one can change afterwards.
          Card fees and payouts have no lines of their own there.
        </p>
        <p>
          When a day is closed, each balance is split into coins in one public list that anyone can
          add up, and the public log has its sums and its root. A user whose coins were left out
          finds that out. It proves nothing for those who never look. How often each amount occurs
          is there for everyone to see.
        </p>
        <p>
          It does not prove that the money is there: what Stripe holds for us is between Stripe and
          us, and the figures are our word only. Nor does it prove that everything was entered:
          money that bypasses the books leaves no trace in them.
        </p>
      </div>
    </section>
  );
}

/** The days, newest first: the newest month stands open, the others open when they are pressed. */
export function BookDays({ months }: { months: readonly BookMonth[] }) {
  const [newest, ...earlier] = months;
  if (!newest) return null;
  return (
    <section className="section" aria-labelledby="days-title">
      <SectionHead id="days-title" title="By day" />
      <DayTable label="By day" rows={newest.rows} />
      {earlier.map(({ month, text, kept, rows }) => (
        <details className="books-figure" key={month}>
          <summary>
            <span className="books-row">
              <span>{text}</span> <span>{kept}</span>
            </span>
          </summary>
          <DayTable label={text} rows={rows} />
        </details>
      ))}
    </section>
  );
}

function DayTable({ label, rows }: { label: string; rows: readonly BookDayRow[] }) {
  return (
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className="right least">
            Came in
          </th>
          <th scope="col" className="right least">
            Went out
          </th>
          <th scope="col" className="right">
            Held, owed and earned
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.date}>
            <th scope="row">
              <a href={row.href}>{row.text}</a>
            </th>
            <td className="right least">{row.cameIn}</td>
            <td className="right least">{row.wentOut}</td>
            <td className="right">{row.kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
