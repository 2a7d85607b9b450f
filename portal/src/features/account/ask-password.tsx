import { Button } from '@datchain/shared/ui/button.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../app/form-dialog.tsx';
import { codeOf, describeError } from '../../lib/calls/error-words.ts';
import { signIn } from '../../lib/session/session.ts';
import { isWrongPassword } from './changes.ts';

type AskPasswordProps = {
  title: string;
  verb: string;
  /** Whether the action cannot be undone: the way out is then the first button. */
  isGrave?: boolean;
  email: string;
  run: () => Promise<void>;
  failure: (error: unknown) => string;
  onClose: () => void;
  children?: ReactNode;
};

export function AskPassword(props: AskPasswordProps) {
  const { title, verb, isGrave = false, email, run, failure, onClose, children } = props;
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    if (password === '') {
      setWrong('Enter your password.');
      return document.getElementById('account-password')?.focus();
    }
    setBusy(true);
    setProblem('');
    try {
      await signIn(email, password);
      await run();
    } catch (error) {
      console.warn(`Not done: ${title}`, error);
      setBusy(false);
      if (isWrongPassword(error)) setWrong('This is not your password.');
      else
        setProblem(
          codeOf(error).startsWith('auth/') ? describeError(error, failure(error)) : failure(error),
        );
    }
  };

  return (
    <FormDialog
      title={title}
      isBusy={isBusy}
      verb={verb}
      isGrave={isGrave}
      wayOut={
        isGrave ? (
          <Button disabled={isBusy} onClick={onClose}>
            Keep my account
          </Button>
        ) : undefined
      }
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
      <TextField
        id="account-password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={wrong}
        onChange={(text) => {
          setPassword(text);
          setWrong('');
        }}
      />
    </FormDialog>
  );
}
