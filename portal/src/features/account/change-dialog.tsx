import type { Account } from '@datchain/shared/contracts/calls/account.ts';
import { LONGEST_ABOUT } from '@datchain/shared/domain/profile-texts.ts';
import { Field } from '@datchain/shared/ui/field.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { useState } from 'react';
import { FormDialog } from '../../app/form-dialog.tsx';
import {
  applyChange,
  type ChangeOf,
  changes,
  findProblem,
  formatCurrent,
  isWrongPassword,
  needsPassword,
  sentenceOfFailure,
} from './changes.ts';

type ChangeDialogProps = {
  what: ChangeOf;
  account: Account;
  onDone: (next: Account) => void;
  onClose: () => void;
};

const focus = (field: string) => document.getElementById(`account-${field}`)?.focus();

export function ChangeDialog({ what, account, onDone, onClose }: ChangeDialogProps) {
  const { title, label, hint, rows } = changes[what];
  const asksPassword = needsPassword(what);
  const [typed, setTyped] = useState(formatCurrent(account, what));
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<{ new?: string; password?: string; other?: string }>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    const wrong = findProblem(what, typed);
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
    <FormDialog
      title={title}
      isBusy={isBusy}
      verb="Change"
      busyVerb="Changing…"
      problem={problems.other ?? ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {asksPassword && (
        <TextField
          id="account-password"
          label="Current password"
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
              // biome-ignore lint/a11y/noAutofocus: the one field of a dialog that was just opened
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
    </FormDialog>
  );
}
