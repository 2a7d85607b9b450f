import { takenDownLine } from '@datchain/shared/domain/books/take-down.ts';
import { availabilityOf, type Dat, editionsForSale } from '@datchain/shared/domain/dats.ts';
import {
  formatCents,
  formatCount,
  formatMonth,
  formatPerson,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { WHEN_CREDITED } from '@datchain/shared/domain/share-words.ts';
import { formatColumn, ROUNDING, roundingOf } from '@datchain/shared/domain/shown-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { EditionRail } from '@datchain/shared/ui/edition-rail.tsx';
import type { ReactNode } from 'react';
import { AnswerLink } from '../../app/answer-link.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { type DeskEarnings, type DeskSums, holdersOf, soldEditions } from './desk-figures.ts';

type ColumnName = keyof DeskSums;

/** A column of amounts: all with the same decimals, and rounded against its total (N-FIG-05). */
interface Column {
  readonly of: ColumnName;
  readonly title: string;
  readonly format: (micros: UsdMicros) => string;
  readonly rounding: UsdMicros;
}

const titles: readonly (readonly [ColumnName, string])[] = [
  ['sales', 'Sales'],
  ['royalties', 'Royalties'],
  ['streams', 'Stream earnings'],
  ['before', 'Earlier'],
  ['total', 'You earned'],
];

/** The columns of rows that sum to `all`; `before` is one only where something is in it. */
const columnsOf = (all: DeskSums, rows: readonly DeskSums[]): Column[] =>
  titles
    .filter(([of]) => of !== 'before' || all.before !== 0)
    .map(([of, title]) => {
      const amounts = rows.map((sums) => sums[of]);
      const format = formatColumn([...amounts, all[of]]);
      return { of, title, format, rounding: roundingOf(amounts, all[of]) };
    });

const classOf = ({ of }: Column): string => (of === 'total' ? 'right' : 'right least');

const none: DeskSums = { sales: 0, royalties: 0, streams: 0, before: 0, total: 0 };

type Columns = readonly Column[];

function cellText({ of, format }: Column, sums: DeskSums | undefined): string {
  if (!sums) return UNKNOWN;
  return of !== 'total' && sums[of] === 0 ? UNKNOWN : format(sums[of]);
}

type MoneyHeadsProps = {
  columns: Columns;
  /** The period of all rows, where the rows do not say it. */
  when?: string;
};

const MoneyHeads = ({ columns, when }: MoneyHeadsProps) =>
  columns.map((column) => (
    <th key={column.of} scope="col" className={classOf(column)}>
      {column.title}
      {when && <When>{when}</When>}
    </th>
  ));

/** The period of a column, below its title. */
const When = ({ children }: { children: ReactNode }) => (
  <>
    {' '}
    <span className="desk-under small muted">{children}</span>
  </>
);

const MoneyCells = ({ columns, sums }: { columns: Columns; sums: DeskSums | undefined }) =>
  columns.map((column) => (
    <td key={column.of} className={classOf(column)}>
      {cellText(column, sums)}
    </td>
  ));

type RoundingRowProps = { columns: Columns; children?: ReactNode };

/** The difference that rounding leaves between the rows and their total, where there is one. */
function RoundingRow({ columns, children }: RoundingRowProps) {
  if (columns.every(({ rounding }) => rounding === 0)) return null;
  return (
    <tr>
      <th scope="row">{ROUNDING}</th>
      {children}
      {columns.map((column) => (
        <td key={column.of} className={classOf(column)}>
          {column.rounding !== 0 && column.format(column.rounding)}
        </td>
      ))}
    </tr>
  );
}

type WorksProps = {
  works: readonly Dat[];
  /** Undefined until known: the figures are dashes then (N-FIG-06). */
  earnings: DeskEarnings | undefined;
  year: string;
};

/** An artist's works, the latest first: editions, and what they earned in a year. */
export function Works({ works, earnings, year }: WorksProps) {
  const columns = columnsOf(earnings?.all ?? none, [...(earnings?.byWork.values() ?? [])]);
  const forSale = works.flatMap(editionsForSale);
  const ownForSale = forSale.filter(({ isWithCreator }) => isWithCreator).length;
  const sold = works.reduce((sum, dat) => sum + soldEditions(dat).length, 0);
  return (
    <section className="section" aria-labelledby="desk-works">
      <div className="section-head">
        <h2 className="h2" id="desk-works">
          Works
        </h2>
        <p className="small muted">{forSaleText(ownForSale, forSale.length - ownForSale)}</p>
      </div>
      <table className="table" aria-labelledby="desk-works">
        <thead>
          <tr>
            <th scope="col">Work</th>
            <th scope="col" className="least">
              Editions
            </th>
            <th scope="col" className="right">
              Sold
              <When>so far</When>
            </th>
            <MoneyHeads columns={columns} when={`in ${year}`} />
          </tr>
        </thead>
        <tbody>
          {works.map((dat) => (
            <tr key={dat.id}>
              <th scope="row">
                <SiteLink href={`/viewdat/${dat.id}`}>{dat.songName}</SiteLink>
                <span className="desk-under small muted">{underName(dat)}</span>
              </th>
              <td className="least">
                <EditionRail marks={availabilityOf(dat)} />
              </td>
              <td className="right">{soldEditions(dat).length}</td>
              <MoneyCells
                columns={columns}
                sums={earnings && (earnings.byWork.get(dat.id) ?? none)}
              />
            </tr>
          ))}
          <RoundingRow columns={columns}>
            <td className="least" />
            <td />
          </RoundingRow>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All works</th>
            <td className="least" />
            <td className="right">{formatCount(sold)}</td>
            <MoneyCells columns={columns} sums={earnings?.all} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const countEditions = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'edition' : 'editions'}`;

/** Whose editions are for sale: an artist gets most of their own, and a royalty of the others. */
const forSaleText = (own: number, others: number): string =>
  others === 0
    ? `For sale now: ${countEditions(own)} of yours`
    : `For sale now: ${countEditions(own)} of yours, ${formatCount(others)} of other owners`;

function underName(dat: Dat): ReactNode {
  if (dat.takenDown) {
    return (
      <>
        {takenDownLine(dat.takenDown)} <AnswerLink song={dat.songName} />
      </>
    );
  }
  const first = dat.editions.find(({ isWithCreator }) => isWithCreator);
  return first ? `${dat.tier}, ${formatCents(first.priceCents)}` : dat.tier;
}

type MonthsProps = {
  earnings: DeskEarnings;
  year: string;
  /** The month that is not over; YYYY-MM. */
  thisMonth: string;
  /** Beside the title. */
  aside: ReactNode;
};

/** What the works earned month by month, the newest first. */
export function Months({ earnings, year, thisMonth, aside }: MonthsProps) {
  const columns = columnsOf(
    earnings.all,
    earnings.months.map(({ sums }) => sums),
  );
  return (
    <section className="section" aria-labelledby="desk-months">
      <div className="section-head section-rule">
        <h2 className="h2" id="desk-months">
          Money by month
        </h2>
        <div className="desk-links">{aside}</div>
      </div>
      {earnings.months.length === 0 ? (
        <p>{`Your works earned nothing in ${year}.`}</p>
      ) : (
        <>
          <table className="table" aria-labelledby="desk-months">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <MoneyHeads columns={columns} />
              </tr>
            </thead>
            <tbody>
              {earnings.months.map(({ month, sums }) => (
                <tr key={month}>
                  <th scope="row">
                    {`${formatMonth(month)}${month === thisMonth ? ' so far' : ''}`}
                  </th>
                  <MoneyCells columns={columns} sums={sums} />
                </tr>
              ))}
              <RoundingRow columns={columns} />
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{`All of ${year}`}</th>
                <MoneyCells columns={columns} sums={earnings.all} />
              </tr>
            </tfoot>
          </table>
          <p className="small muted desk-under-table">{WHEN_CREDITED}</p>
        </>
      )}
    </section>
  );
}

/** Names beyond these are on the pages of the works. */
const MOST_HOLDERS = 20;

/** Who has editions now, as public pages name them. */
export function Holders({ works }: { works: readonly Dat[] }) {
  const holders = holdersOf(works);
  if (holders.length === 0) return null;
  const named = holders.filter(({ username }) => username !== '');
  const shown = [
    ...named.slice(0, MOST_HOLDERS),
    ...holders.filter(({ username }) => username === ''),
  ];
  return (
    <section className="section" aria-labelledby="desk-holders">
      <div className="section-head">
        <h2 className="h2" id="desk-holders">
          Who holds the most
        </h2>
      </div>
      <table className="table" aria-labelledby="desk-holders">
        <thead>
          <tr>
            <th scope="col">Holder</th>
            <th scope="col" className="right">
              Works
            </th>
            <th scope="col" className="right">
              Editions
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ username, works: count, editions }) => (
            <tr key={username}>
              <th scope="row" className="break">
                {username === '' ? (
                  formatPerson('')
                ) : (
                  <SiteLink href={`/profile/${encodeURIComponent(username)}`}>
                    {formatPerson(username)}
                  </SiteLink>
                )}
              </th>
              <td className="right">{formatCount(count)}</td>
              <td className="right">{formatCount(editions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small muted desk-under-table">
        {named.length > MOST_HOLDERS &&
          `${formatCount(named.length - MOST_HOLDERS)} more with a name. `}
        Unnamed holders count together, without a name.
      </p>
    </section>
  );
}
