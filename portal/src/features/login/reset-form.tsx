import { forgottenPasswordPath } from '@datchain/shared/contracts/forgotten-password-path.ts';
import { isEmail } from '@datchain/shared/domain/sign-up.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { afterLogin } from '../../app/login-paths.ts';
import { postOpen } from '../../lib/calls/post-open.ts';

type ResetState =
  | { readonly step: 'editing'; readonly error?: string; readonly failure?: string }
  | { readonly step: 'busy' }
  | { readonly step: 'sent'; readonly email: string };

const failed = 'The e-mail could not be sent. Try again.';

const wayBack = () => {
  const next = afterLogin(location.search);
  return next === '/home' ? {} : { next };
};

export function ResetForm({ email: typed, onBack }: { email: string; onBack: () => void }) {
  const [email, setEmail] = useState(typed);
  const [state, setState] = useState<ResetState>({ step: 'editing' });
  const busy = state.step === 'busy';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (busy) return;
    if (!isEmail(address)) {
      setState({ step: 'editing', error: 'Invalid email format.' });
      return;
    }
    setState({ step: 'busy' });
    try {
      await postOpen(forgottenPasswordPath, { email: address, ...wayBack() }, failed);
      setState({ step: 'sent', email: address });
    } catch (error) {
      console.warn('The e-mail was not sent', error);
      setState({ step: 'editing', failure: error instanceof Error ? error.message : failed });
    }
  };

  return (
    <form className="narrow stack" noValidate onSubmit={submit}>
      <div className="form-error" role="alert">
        {state.step === 'editing' && state.failure && (
          <p className="notice notice-alert">{state.failure}</p>
        )}
      </div>
      <div className="form-error" role="status">
        {state.step === 'sent' && (
          <p className="notice">
            {`If ${state.email} has an account, we have sent it a link, now or a few minutes ago. It works for an hour. Check your spam folder too.`}
          </p>
        )}
      </div>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        disabled={busy}
        onChange={(text) => {
          setEmail(text);
          setState({ step: 'editing' });
        }}
        error={state.step === 'editing' ? state.error : undefined}
        hint="The e-mail has a link for choosing a new password."
      />
      <div className="actions">
        <Button type="submit" disabled={busy}>
          {busy ? 'Sending…' : state.step === 'sent' ? 'Send again' : 'Send e-mail'}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back to log in
        </Button>
      </div>
    </form>
  );
}
