import { formatCount, formatDay } from '@datchain/shared/domain/format.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { DataTable } from '@datchain/shared/ui/data-table.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { useState } from 'react';
import type { CheckedDay } from './check-balance.ts';
import { Everyone } from './everyone.tsx';
import type { CoinRow, OwnCoins } from './own-coins.ts';
import { coinText, owedTexts } from './proof-words.ts';
import { useAddUp } from './use-add-up.ts';
import type { AddedList } from './whole-list.ts';

type CheckedProofProps = {
  checked: CheckedDay;
  email: string;
  isLooking: boolean;
  onLook: (email: string) => void;
};

export function CheckedProof({ checked, email, isLooking, onLook }: CheckedProofProps) {
  const { day, coins } = checked;
  const { adding, begin } = useAddUp(day);
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
            <Address email={email} isLooking={isLooking} onLook={onLook} />
            <CoinsTable
              rows={coins.rows}
              list={adding.state === 'added' ? adding.list : undefined}
            />
            <Files files={coins.files} />
          </>
        )}
        <Everyone day={day} adding={adding} onAdd={begin} />
      </div>
    </div>
  );
}

function Address({ email, isLooking, onLook }: Omit<CheckedProofProps, 'checked'>) {
  const [typed, setTyped] = useState(email);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLooking) onLook(typed);
      }}
    >
      <TextField
        label="E-mail address at the close"
        hint="The one you had when the day was closed. It stays in this browser."
        type="email"
        autoComplete="email"
        value={typed}
        onChange={setTyped}
      />
      <div className="actions">
        <Button type="submit" variant="secondary" aria-disabled={isLooking}>
          Look for my coins
        </Button>
      </div>
    </form>
  );
}

type CoinsTableProps = {
  rows: OwnCoins['rows'];
  /** Undefined until the whole list is added up. */
  list: AddedList | undefined;
};

function CoinsTable({ rows, list }: CoinsTableProps) {
  const listed = {
    header: 'In the list',
    className: 'right',
    cell: ({ asset, amount }: CoinRow) => formatCount(list?.amounts.get(`${asset} ${amount}`) ?? 0),
  };
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
        ...(list ? [listed] : []),
      ]}
    />
  );
}

const Files = ({ files }: Pick<OwnCoins, 'files'>) => (
  <p className="small muted proof-files">
    Files that must have your coins:{' '}
    {files.map((file) => (
      <a key={file} href={`/data/v1/${file}`}>
        {file.replace(/^.*\//, '')}
      </a>
    ))}
  </p>
);
