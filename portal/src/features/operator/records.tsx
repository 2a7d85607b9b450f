import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { BY_COMMAND, decisions } from '@datchain/shared/contracts/documents/decision.ts';
import {
  formatCents,
  formatCount,
  formatDateTime,
  formatDay,
  formatMicros,
} from '@datchain/shared/domain/format.ts';
import { MICROS_PER_CENT } from '@datchain/shared/domain/money.ts';
import { Section } from '../../app/section.tsx';
import { DeskRow, PagedList } from './desk-list.tsx';
import { useDeskList } from './use-desk-list.ts';

export function Records({ desk }: { desk: OperatorDesk }) {
  const { books, streams } = desk;
  const debts = useDeskList(desk, 'debts');
  const history = useDeskList(desk, 'history');
  return (
    <>
      <PagedList
        title="Debts"
        note="After refunds of tokens that were spent; earnings pay them first"
        empty="Nobody owes anything."
        list={debts}
      >
        {(row) => (
          <DeskRow key={row.username} name={`@${row.username}`}>
            <span>{formatMicros(row.debtMicros)}</span>
          </DeskRow>
        )}
      </PagedList>
      <Section
        id="desk-books"
        title="The books"
        aside={books && <p className="small muted">Compared on {formatDateTime(books.at)}</p>}
      >
        <Books books={books} />
      </Section>
      <Section
        id="desk-streams"
        title="Streams"
        aside={streams && <p className="small muted">Shared on {formatDateTime(streams.at)}</p>}
      >
        <Streams streams={streams} />
      </Section>
      <PagedList title="Recent decisions" empty="No decisions yet." list={history}>
        {(row) => (
          <DeskRow
            key={`${row.at} ${row.what} ${row.id}`}
            name={decisions[row.what]}
            by={row.by === BY_COMMAND ? 'by a command' : `by ${row.by}`}
            at={row.at}
          >
            <span className="break">{row.about}</span>
            <span className="break">{row.reason}</span>
          </DeskRow>
        )}
      </PagedList>
    </>
  );
}

function Streams({ streams }: Pick<OperatorDesk, 'streams'>) {
  if (!streams) return <p className="muted">Not shared yet. Streams are shared every day.</p>;
  const { openDays, oldestOpenDay, closedDays } = streams;
  const closed = closedDays > 0 && (
    <p>
      {closedDays === 1 ? '1 day was' : `${formatCount(closedDays)} days were`} reported too late:
      days older than two years are not shared.
    </p>
  );
  if (openDays === 0 || oldestOpenDay === null) {
    return (
      <div className="stack">
        <p>All reported streams are shared.</p>
        {closed}
      </div>
    );
  }
  return (
    <div className="stack">
      <p className="desk-problem">
        {openDays === 1 ? '1 day waits' : `${formatCount(openDays)} days wait`} to be shared; the
        oldest is {formatDay(oldestOpenDay)}.
      </p>
      {closed}
    </div>
  );
}

function Books({ books }: Pick<OperatorDesk, 'books'>) {
  if (!books) return <p className="muted">Not checked yet. Checks run every hour.</p>;
  const entries = `${formatCount(books.entries)} ${books.entries === 1 ? 'entry' : 'entries'}`;
  const shortfall = books.shortfallMicros > 0 && (
    <p className="desk-problem">
      The platform has promised and lost{' '}
      {formatCents(Math.ceil(books.shortfallMicros / MICROS_PER_CENT))} more than its own money. The
      owner has to pay that in, and record it with <code>npm run pay-in</code>.
    </p>
  );
  if (books.found === 0) {
    return (
      <div className="stack">
        <p>{entries}. The books, the screens and Stripe agree.</p>
        {shortfall}
      </div>
    );
  }
  return (
    <div className="stack">
      {shortfall}
      <p className="desk-problem">
        {entries}. {books.found === 1 ? '1 difference' : `${books.found} differences`}:
      </p>
      <ul>
        {books.differences.map((difference) => (
          <li key={difference} className="break">
            {difference}
          </li>
        ))}
      </ul>
    </div>
  );
}
