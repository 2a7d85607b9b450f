import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useState } from 'react';
import { afterLogin } from '../../app/login-paths.ts';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { signIn } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';

type LoginState = { step: 'editing'; error?: string; missing?: boolean } | { step: 'busy' };

/** `/login` (SPEC §2, §5 Login): e-mail and password; the provider's message above the form. */
export default function LoginScreen() {
  const session = useSession();
  const [state, setState] = useState<LoginState>({ step: 'editing' });
  const busy = state.step === 'busy';
  if (session.state === 'signedIn' && !busy) return <AlreadyIn email={session.email} />;

  const submit = async (email: string, password: string) => {
    if (email === '' || password === '') {
      const error = 'Please enter both e-mail and password';
      setState({ step: 'editing', error, missing: true });
      return;
    }
    setState({ step: 'busy' });
    try {
      await signIn(email, password);
      location.assign(afterLogin(location.search));
    } catch (error) {
      setState({
        step: 'editing',
        error: error instanceof Error ? error.message : String(error),
      });
    }
  };

  return (
    <Screen title="Log in">
      <LoginForm
        busy={busy}
        error={state.step === 'editing' ? state.error : undefined}
        missing={state.step === 'editing' && state.missing === true}
        onSubmit={submit}
      />
    </Screen>
  );
}

type LoginFormProps = {
  busy: boolean;
  error: string | undefined;
  /** The last try left a field empty: say so at the field too, as long as it is. */
  missing: boolean;
  onSubmit: (email: string, password: string) => Promise<void>;
};

function LoginForm({ busy, error, missing, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void onSubmit(email.trim(), password);
  };

  return (
    <form className="narrow stack" noValidate onSubmit={submit}>
      <div className="form-error" role="alert">
        {error && <p className="notice notice-alert">{error}</p>}
      </div>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={missing && email === '' ? 'Enter your e-mail address.' : undefined}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={missing && password === '' ? 'Enter your password.' : undefined}
      />
      <Button type="submit" wide disabled={busy}>
        {busy ? 'Logging in…' : 'LOG IN'}
      </Button>
    </form>
  );
}

function AlreadyIn({ email }: { email: string }) {
  return (
    <Screen title="Log in" heading="You are logged in">
      <div className="stack">
        <p>This browser is logged in as {email}.</p>
        <div className="actions">
          <a className={buttonClass()} href="/home">
            Go to tokens
          </a>
          <SiteLink className={buttonClass({ variant: 'secondary' })} href="/logout">
            LOG OUT
          </SiteLink>
        </div>
      </div>
    </Screen>
  );
}
