import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import { formatCount, formatDateTime, formatDay } from '@datchain/shared/domain/format.ts';
import { coinsFile } from '@datchain/shared/domain/public-books/coin-days.ts';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import type { CheckedDay } from './check-balance.ts';
import type { OwnCoins } from './own-coins.ts';
import { assetsText, coinText, owedTexts } from './proof-words.ts';

type CheckedProofProps = {
  checked: CheckedDay;
  coins: OwnCoins;
  email: string;
  onEmail: (email: string) => void;
};

export function CheckedProof({ checked, coins, email, onEmail }: CheckedProofProps) {
  const { day } = checked;
  return (
    <div className="proof-facts">
      <FactList
        facts={[
          { label: 'Books closed', value: formatDay(day.day) },
          ...owedTexts(checked).map(([label, value]) => ({ label, value })),
        ]}
      />
      <div className="stack proof-coins">
        {coins.all > 0 && (
          <>
            <TextField
              label="E-mail address at the close"
              hint="The one you had when the day was closed. It stays in this browser."
              type="email"
              autoComplete="email"
              value={email}
              onChange={onEmail}
            />
            <CoinsTable rows={coins.rows} />
          </>
        )}
        <section className="proof-all" aria-labelledby="all-title">
          <h2 className="h3" id="all-title">
            Everyone’s balances
          </h2>
          <FactList facts={totals(checked)} />
          <p className="measure">{assetsText(day)}</p>
          {!day.isSigned && (
            <p className="measure">
              This browser cannot check who signed the public log; all hashes were checked.
            </p>
          )}
        </section>
      </div>
    </div>
  );
}

function totals({ day }: CheckedDay): Fact[] {
  const { due, list, line, closedAt } = day;
  return [
    { label: 'Earnings', value: formatExactly(due.owedMicros) },
    { label: 'Utility tokens', value: formatCount(due.tokens) },
    { label: 'Reward tokens', value: formatCount(due.rewardTokens) },
    {
      label: 'Coins',
      value: <a href={`/data/v1/${coinsFile(day.day)}`}>{formatCount(list.coins)}</a>,
    },
    {
      label: 'In the public log',
      value: <a href="/verify">{`line ${formatCount(line)}, ${formatDateTime(closedAt)}`}</a>,
    },
    { label: 'Root of the list', value: <span className="hash">{list.root}</span> },
  ];
}

function CoinsTable({ rows }: Pick<OwnCoins, 'rows'>) {
  return (
    <DataTable
      caption="Your coins"
      rows={rows}
      keyOf={({ asset, amount }) => `${asset} ${amount}`}
      columns={[
        {
          header: 'Coin',
          isRowHeader: true,
          cell: ({ asset, amount }) => coinText(asset, amount),
        },
        { header: 'Yours', className: 'right', cell: ({ own }) => formatCount(own) },
        { header: 'Found', className: 'right', cell: ({ found }) => formatCount(found) },
        { header: 'In the list', className: 'right', cell: ({ listed }) => formatCount(listed) },
      ]}
    />
  );
}
