import { takenDownLine } from '@datchain/shared/domain/books/take-down.ts';
import { type Dat, editionsForSale, listAvailability } from '@datchain/shared/domain/dats.ts';
import {
  formatCents,
  formatCount,
  formatMonth,
  formatPerson,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { WHEN_CREDITED } from '@datchain/shared/domain/share-words.ts';
import { computeRounding, formatColumn, ROUNDING } from '@datchain/shared/domain/shown-amount.ts';
import { type Column, DataTable } from '@datchain/shared/ui/data-table.tsx';
import { EditionRail } from '@datchain/shared/ui/edition-rail.tsx';
import type { ReactNode } from 'react';
import { AnswerLink } from '../../app/answer-link.tsx';
import { Section } from '../../app/section.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import {
  countHolders,
  type DeskEarnings,
  type DeskMonth,
  type DeskSums,
  soldEditions,
} from './desk-figures.ts';

type ColumnName = keyof DeskSums;

const titles: readonly (readonly [ColumnName, string])[] = [
  ['sales', 'Sales'],
  ['royalties', 'Royalties'],
  ['streams', 'Stream earnings'],
  ['before', 'Earlier'],
  ['total', 'You earned'],
];

type MoneyProps<Row> = {
  all: DeskSums;
  rows: readonly DeskSums[];
  sumsOf: (row: Row) => DeskSums | undefined;
  total: DeskSums | undefined;
  /** The period of all rows, where the rows do not name it. */
  when?: string;
};

/**
 * Builds the amount columns that sum to `all`, each with the same decimals and rounded against its
 * total (N-FIG-05). `before` is left out when it is zero.
 */
function moneyColumns<Row>({ all, rows, sumsOf, total, when }: MoneyProps<Row>): Column<Row>[] {
  return titles
    .filter(([of]) => of !== 'before' || all.before !== 0)
    .map(([of, title]) => {
      const amounts = rows.map((sums) => sums[of]);
      const format = formatColumn([...amounts, all[of]]);
      const rounding = computeRounding(amounts, all[of]);
      const textOf = (sums: DeskSums | undefined): string => {
        if (!sums) return UNKNOWN;
        return of !== 'total' && sums[of] === 0 ? UNKNOWN : format(sums[of]);
      };
      return {
        header: (
          <>
            {title}
            {when && <When>{when}</When>}
          </>
        ),
        className: of === 'total' ? 'right' : 'right least',
        cell: (row) => textOf(sumsOf(row)),
        rest: rounding !== 0 && format(rounding),
        footer: textOf(total),
      };
    });
}

const roundingName = (columns: readonly { readonly rest?: ReactNode }[]) =>
  columns.some(({ rest }) => rest) && ROUNDING;

const none: DeskSums = { sales: 0, royalties: 0, streams: 0, before: 0, total: 0 };

const When = ({ children }: { children: ReactNode }) => (
  <>
    {' '}
    <span className="desk-under small muted">{children}</span>
  </>
);

type WorksProps = {
  works: readonly Dat[];
  /** Undefined until known: the figures are dashes then (N-FIG-06). */
  earnings: DeskEarnings | undefined;
  year: string;
};

export function Works({ works, earnings, year }: WorksProps) {
  const money = moneyColumns<Dat>({
    all: earnings?.all ?? none,
    rows: [...(earnings?.byWork.values() ?? [])],
    sumsOf: ({ id }) => earnings && (earnings.byWork.get(id) ?? none),
    total: earnings?.all,
    when: `in ${year}`,
  });
  const forSale = works.flatMap(editionsForSale);
  const ownForSale = forSale.filter(({ isWithCreator }) => isWithCreator).length;
  const sold = works.reduce((sum, dat) => sum + soldEditions(dat).length, 0);
  return (
    <Section
      id="desk-works"
      title="Works"
      aside={<p className="small muted">{forSaleText(ownForSale, forSale.length - ownForSale)}</p>}
    >
      <DataTable
        aria-labelledby="desk-works"
        rows={works}
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'Work',
            isRowHeader: true,
            cell: (dat) => (
              <>
                <SiteLink href={`/viewdat/${dat.id}`}>{dat.songName}</SiteLink>
                <span className="desk-under small muted">{underName(dat)}</span>
              </>
            ),
            rest: roundingName(money),
            footer: 'All works',
          },
          {
            header: 'Editions',
            className: 'least',
            cell: (dat) => <EditionRail marks={listAvailability(dat)} />,
          },
          {
            header: (
              <>
                Sold<When>so far</When>
              </>
            ),
            className: 'right',
            cell: (dat) => soldEditions(dat).length,
            footer: formatCount(sold),
          },
          ...money,
        ]}
      />
    </Section>
  );
}

const countEditions = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'edition' : 'editions'}`;

/**
 * Counts editions for sale: an artist gets most of the price of their own, and a royalty of the
 * others.
 */
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
  aside: ReactNode;
};

export function Months({ earnings, year, thisMonth, aside }: MonthsProps) {
  const money = moneyColumns<DeskMonth>({
    all: earnings.all,
    rows: earnings.months.map(({ sums }) => sums),
    sumsOf: ({ sums }) => sums,
    total: earnings.all,
  });
  return (
    <Section
      id="desk-months"
      title="Earnings by month"
      aside={<div className="desk-links">{aside}</div>}
      rule
    >
      {earnings.months.length === 0 ? (
        <p>{`Your works earned nothing in ${year}.`}</p>
      ) : (
        <>
          <DataTable
            aria-labelledby="desk-months"
            rows={earnings.months}
            keyOf={({ month }) => month}
            columns={[
              {
                header: 'Month',
                isRowHeader: true,
                cell: ({ month }) => `${formatMonth(month)}${month === thisMonth ? ' so far' : ''}`,
                rest: roundingName(money),
                footer: `All of ${year}`,
              },
              ...money,
            ]}
          />
          <p className="small muted desk-under-table">{WHEN_CREDITED}</p>
        </>
      )}
    </Section>
  );
}

const HolderName = ({ username }: { username: string }) =>
  username === '' ? (
    formatPerson('')
  ) : (
    <SiteLink href={`/profile/${encodeURIComponent(username)}`}>{formatPerson(username)}</SiteLink>
  );

/** The pages of the works list further holders. */
const SHOWN_HOLDERS = 20;

export function Holders({ works }: { works: readonly Dat[] }) {
  const holders = countHolders(works);
  if (holders.length === 0) return null;
  const named = holders.filter(({ username }) => username !== '');
  const shown = [
    ...named.slice(0, SHOWN_HOLDERS),
    ...holders.filter(({ username }) => username === ''),
  ];
  return (
    <Section id="desk-holders" title="Who holds the most">
      <DataTable
        aria-labelledby="desk-holders"
        rows={shown}
        keyOf={({ username }) => username}
        columns={[
          {
            header: 'Holder',
            isRowHeader: true,
            cell: ({ username }) => <HolderName username={username} />,
          },
          { header: 'Works', className: 'right', cell: ({ works: count }) => formatCount(count) },
          { header: 'Editions', className: 'right', cell: ({ editions }) => formatCount(editions) },
        ]}
      />
      <p className="small muted desk-under-table">
        {named.length > SHOWN_HOLDERS &&
          `${formatCount(named.length - SHOWN_HOLDERS)} more holders with a name. `}
        Unnamed holders are counted together.
      </p>
    </Section>
  );
}
