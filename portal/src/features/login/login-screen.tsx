import { Button } from '@datchain/shared/ui/button.tsx';
import { keepsSiteData } from '@datchain/shared/ui/site-data.ts';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { AlreadyIn } from '../../app/already-in.tsx';
import { afterLogin } from '../../app/login-paths.ts';
import { blockedText } from '../../app/reach-notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { describeError, isProviders, providerMessage } from '../../lib/calls/error-words.ts';
import { signIn } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** Loaded on demand: few users forget their password. */
const ResetForm = lazy(() =>
  import('./reset-form.tsx').then((module) => ({ default: module.ResetForm })),
);

type LoginState =
  | {
      step: 'editing';
      error?: string;
      /** The error in our words, shown before the provider's own. */
      meaning?: string;
      missing?: boolean;
    }
  | { step: 'busy' };

/** `/login` (R-LOG-01): e-mail and password; the provider's message above the form. */
export default function LoginScreen() {
  const session = useSession();
  const [state, setState] = useState<LoginState>({ step: 'editing' });
  const [email, setEmail] = useState('');
  const [isResetting, setResetting] = useState(() => /[?&]forgot=/.test(location.search));
  const busy = state.step === 'busy';
  if (session.state === 'signedIn' && !busy)
    return <AlreadyIn title="Log in" email={session.email} />;

  const submit = async (password: string) => {
    const address = email.trim();
    if (address === '' || password === '') {
      const error = 'Please enter both e-mail and password';
      setState({ step: 'editing', error, missing: true });
      return;
    }
    if (!keepsSiteData()) return setState({ step: 'editing', error: blockedText });
    setState({ step: 'busy' });
    try {
      await signIn(address, password);
      location.assign(afterLogin(location.search));
    } catch (error) {
      setState({
        step: 'editing',
        error: providerMessage(error, 'Logging in failed. Check your connection and try again.'),
        ...(isProviders(error) && { meaning: describeError(error, '') }),
      });
    }
  };

  if (isResetting) {
    return (
      <Screen title="Log in" heading="New password">
        <Suspense>
          <ResetForm email={email.trim()} onBack={() => setResetting(false)} />
        </Suspense>
      </Screen>
    );
  }
  return (
    <Screen title="Log in">
      <LoginForm
        email={email}
        onEmail={setEmail}
        onForgot={() => setResetting(true)}
        busy={busy}
        error={state.step === 'editing' ? state.error : undefined}
        meaning={state.step === 'editing' ? state.meaning : undefined}
        missing={state.step === 'editing' && state.missing === true}
        onSubmit={submit}
      />
    </Screen>
  );
}

type LoginFormProps = {
  busy: boolean;
  error: string | undefined;
  meaning: string | undefined;
  missing: boolean;
  email: string;
  onEmail: (email: string) => void;
  onForgot: () => void;
  onSubmit: (password: string) => Promise<void>;
};

function LoginForm(props: LoginFormProps) {
  const { busy, error, meaning, missing, email, onEmail, onForgot, onSubmit } = props;
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void onSubmit(password);
  };

  return (
    <form className="narrow stack" noValidate onSubmit={submit}>
      <div className="form-error" role="alert">
        {error && (
          <div className="notice notice-alert">
            {meaning && (
              <div>
                <strong>{meaning}</strong>{' '}
                <Button variant="plain" onClick={onForgot}>
                  Set a new password?
                </Button>
              </div>
            )}
            <p className={meaning && 'small'}>{error}</p>
          </div>
        )}
      </div>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
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
      <div className="login-more">
        <Button variant="plain" onClick={onForgot}>
          Forgot password?
        </Button>
        <p className="small">
          New here? <SiteLink href={`/signup${location.search}`}>Sign up</SiteLink>
        </p>
      </div>
    </form>
  );
}
