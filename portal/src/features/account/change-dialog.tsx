import type { Account } from '@datchain/shared/contracts/account-calls.ts';
import { LONGEST_ABOUT } from '@datchain/shared/domain/profile-texts.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { Field } from '@datchain/shared/ui/field.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useState } from 'react';
import {
  applyChange,
  type ChangeOf,
  changes,
  isWrongPassword,
  needsPassword,
  problemOf,
  sentenceOfFailure,
  textOf,
} from './changes.ts';

type ChangeDialogProps = {
  what: ChangeOf;
  account: Account;
  onDone: (next: Account) => void;
  onClose: () => void;
};

const focus = (field: string) => document.getElementById(`account-${field}`)?.focus();

/** Changes one thing of the account; address and password ask for the present password. */
export function ChangeDialog({ what, account, onDone, onClose }: ChangeDialogProps) {
  const { title, label, hint, rows } = changes[what];
  const asksPassword = needsPassword(what);
  const [typed, setTyped] = useState(textOf(account, what));
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ new?: string; password?: string; other?: string }>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = problemOf(what, typed);
    const missing = asksPassword && password === '' ? 'Enter your password.' : undefined;
    setProblems({ ...(wrong && { new: wrong }), ...(missing && { password: missing }) });
    if (wrong || missing) return focus(wrong ? 'new' : 'password');
    setBusy(true);
    try {
      onDone(await applyChange(account, what, typed, password));
    } catch (error) {
      console.warn('The account was not changed', error);
      setBusy(false);
      if (isWrongPassword(error)) {
        setProblems({ password: 'This is not your password.' });
        focus('password');
      } else setProblems({ other: sentenceOfFailure(error) });
    }
  };

  const change = (text: string) => {
    setTyped(text);
    setProblems({});
  };

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      busy={isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="account-change" disabled={isBusy}>
            {isBusy ? 'Changing…' : 'Change'}
          </Button>
        </>
      }
    >
      <form
        id="account-change"
        className="stack account-form"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {asksPassword && (
          <TextField
            id="account-password"
            label="Your password now"
            type="password"
            autoComplete="current-password"
            value={password}
            error={problems.password}
            onChange={(text) => {
              setPassword(text);
              setProblems({});
            }}
          />
        )}
        {rows ? (
          <Field
            id="account-new"
            label={label}
            hint={hint}
            count={what === 'about' ? `${typed.length} of ${LONGEST_ABOUT}` : undefined}
            error={problems.new}
          >
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={rows}
                autoFocus
                value={typed}
                onChange={({ currentTarget }) => change(currentTarget.value)}
              />
            )}
          </Field>
        ) : (
          <TextField
            id="account-new"
            label={label}
            type={asksPassword ? what : 'text'}
            autoComplete={what === 'password' ? 'new-password' : what}
            autoFocus={!asksPassword}
            value={typed}
            hint={hint}
            error={problems.new}
            onChange={change}
          />
        )}
        {problems.other && (
          <p className="notice notice-alert" role="alert">
            {problems.other}
          </p>
        )}
      </form>
    </Dialog>
  );
}
