import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { DeskRow, PagedList } from './desk-list.tsx';
import type { Ask } from './question.ts';
import { listing, unlisting } from './questions.ts';
import { useDeskList } from './use-desk-list.ts';

const nameIn = (text: string): string => text.trim().replace(/^@/, '');
const isName = (text: string): boolean => /^[\w][\w.-]{0,49}$/.test(text);

export function AllowList({ desk, onAsk }: { desk: OperatorDesk; onAsk: Ask }) {
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const name = nameIn(text);
    if (!isName(name)) return setError('Enter a username.');
    setText('');
    onAsk(listing(name));
  };
  const { allowedCount } = desk;
  const allowed = useDeskList(desk, 'allowed');
  return (
    <>
      <PagedList
        title="Release list"
        note={allowedCount === 1 ? '1 account' : `${allowedCount} accounts`}
        empty="Nobody is on the release list."
        list={allowed}
      >
        {(row) => (
          <DeskRow
            key={row.username}
            name={row.name || row.username}
            by={`@${row.username}`}
            actions={
              <Button small variant="secondary" onClick={() => onAsk(unlisting(row.username))}>
                Remove<span className="visually-hidden"> @{row.username}</span>
              </Button>
            }
          >
            <span>
              {row.isOwnOnly ? 'Own works only' : 'Works of any artist'}
              {row.works > 0 && `, ${row.works} of their own released`}
            </span>
          </DeskRow>
        )}
      </PagedList>
      <form className="desk-add" noValidate onSubmit={add}>
        <TextField
          label="Let somebody release works of any artist"
          placeholder="@username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          value={text}
          error={error}
          onChange={(next) => {
            setText(next);
            setError('');
          }}
        />
        <Button type="submit" variant="secondary">
          Add
        </Button>
      </form>
    </>
  );
}
