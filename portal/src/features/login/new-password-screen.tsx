import { loginFor } from '@datchain/shared/domain/portal-paths.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { keepsSiteData } from '@datchain/shared/ui/site-data.ts';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useEffect, useState } from 'react';
import { afterLogin } from '../../app/login-paths.ts';
import { Alert, Notice } from '../../app/notice.tsx';
import { blockedText } from '../../app/reach-notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { codeOf, describeError } from '../../lib/calls/error-words.ts';
import { addressOfCode, setPassword } from '../../lib/session/auth.ts';
import { signIn } from '../../lib/session/session.ts';

type Link =
  | { readonly state: 'checking' }
  | { readonly state: 'over' }
  | { readonly state: 'failed' }
  | { readonly state: 'good'; readonly email: string }
  /** The password is set, but logging in with it did not work. */
  | { readonly state: 'set' };

const isOver = (error: unknown): boolean =>
  /action-code|user-disabled|user-not-found|missing-code/.test(codeOf(error));

const codeInAddress = (): string => new URLSearchParams(location.search).get('oobCode') ?? '';

/** `/login/new-password?oobCode=…`: sets a new password, logs in and returns (N-FST-07). */
export default function NewPasswordScreen() {
  const [code] = useState(codeInAddress);
  const [round, setRound] = useState(0);
  const [link, setLink] = useState<Link>({ state: code ? 'checking' : 'over' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (!code) return;
    let isCurrent = true;
    addressOfCode(code).then(
      (email) => isCurrent && setLink({ state: 'good', email }),
      (error: unknown) => {
        console.warn('The link could not be checked.', error);
        if (isCurrent) setLink({ state: isOver(error) ? 'over' : 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [code, round]);

  switch (link.state) {
    case 'checking':
      return (
        <Screen title="New password">
          <p role="status">Checking your link…</p>
        </Screen>
      );
    case 'failed':
      return (
        <Screen title="New password">
          <div className="narrow stack">
            <Alert>Your link could not be checked. Check your connection and try again.</Alert>
            <Button
              onClick={() => {
                setLink({ state: 'checking' });
                setRound(round + 1);
              }}
            >
              Try again
            </Button>
          </div>
        </Screen>
      );
    case 'over':
      return (
        <Screen
          title="New password"
          lead="This link is too old, or it was used already. We can send you a new one."
        >
          <SiteLink
            className={buttonClass()}
            href={`/login?${new URLSearchParams({ forgot: '1', next: afterLogin(location.search) })}`}
          >
            Send a new link
          </SiteLink>
        </Screen>
      );
    case 'set':
      return (
        <Screen title="New password">
          <div className="narrow stack">
            <Notice>Your new password is set. Log in with it.</Notice>
            <SiteLink className={buttonClass()} href={loginFor(afterLogin(location.search))}>
              Log in
            </SiteLink>
          </div>
        </Screen>
      );
    case 'good':
      return (
        <Screen title="New password">
          <NewPasswordForm code={code} email={link.email} onLink={setLink} />
        </Screen>
      );
  }
}

type FormProps = { code: string; email: string; onLink: (link: Link) => void };

type FormState =
  | { readonly step: 'editing'; readonly wrong?: 'password' | 'again'; readonly error?: string }
  | { readonly step: 'busy' };

const failed = 'Your password could not be set. Check your connection and try again.';

function NewPasswordForm({ code, email, onLink }: FormProps) {
  const [password, setTyped] = useState('');
  const [again, setAgain] = useState('');
  const [state, setState] = useState<FormState>({ step: 'editing' });
  const busy = state.step === 'busy';

  const save = async () => {
    if (password === '') {
      return setState({ step: 'editing', wrong: 'password', error: 'Enter a new password.' });
    }
    if (again !== password) {
      const error = 'The two passwords differ.';
      return setState({ step: 'editing', wrong: 'again', error });
    }
    if (!keepsSiteData()) return setState({ step: 'editing', error: blockedText });
    setState({ step: 'busy' });
    try {
      await setPassword(code, password);
    } catch (error) {
      if (isOver(error)) return onLink({ state: 'over' });
      const wrong = codeOf(error).includes('password') ? { wrong: 'password' as const } : {};
      return setState({ step: 'editing', ...wrong, error: describeError(error, failed) });
    }
    try {
      await signIn(email, password);
      location.replace(afterLogin(location.search));
    } catch (error) {
      console.warn('The new password is set, but logging in failed.', error);
      onLink({ state: 'set' });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  const { wrong, error } = state.step === 'editing' ? state : {};
  const field = (name: 'password' | 'again', set: (text: string) => void) => ({
    type: 'password',
    autoComplete: 'new-password',
    onChange: (text: string) => {
      set(text);
      setState({ step: 'editing' });
    },
    error: wrong === name ? error : undefined,
  });

  return (
    <form className="narrow stack" noValidate onSubmit={submit}>
      <div className="form-error" role="alert">
        {error && !wrong && <p className="notice notice-alert">{error}</p>}
      </div>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <TextField
        label="New password"
        hint="At least 6 characters."
        {...field('password', setTyped)}
        value={password}
      />
      <TextField label="New password again" {...field('again', setAgain)} value={again} />
      <Button type="submit" wide disabled={busy}>
        {busy ? 'Saving…' : 'Save and log in'}
      </Button>
    </form>
  );
}
