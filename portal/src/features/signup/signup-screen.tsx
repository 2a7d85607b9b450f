import type { SignUpField, SignUpForm, SignUpProblem } from '@datchain/shared/domain/sign-up.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AlreadyIn } from '../../app/already-in.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { useSignUp } from './use-sign-up.ts';

export default function SignupScreen() {
  const session = useSession();
  const { state, submit } = useSignUp();
  const busy = state.step === 'busy';
  if (session.state === 'signedIn' && !busy)
    return <AlreadyIn title="Sign up" email={session.email} />;
  return (
    <Screen title="Sign up">
      <Form
        busy={busy}
        problem={state.step === 'editing' ? state.problem : undefined}
        onSubmit={submit}
      />
    </Screen>
  );
}

type FormProps = {
  busy: boolean;
  problem: SignUpProblem | undefined;
  onSubmit: (form: SignUpForm) => Promise<void>;
};

const empty: SignUpForm = { email: '', password: '', username: '' };

function Form({ busy, problem, onSubmit }: FormProps) {
  const [form, setForm] = useState(empty);
  const [changed, setChanged] = useState<readonly SignUpField[]>([]);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    setChanged([]);
    const [first] = problem?.fields ?? [];
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [problem]);

  const field = (name: SignUpField) => ({
    name,
    value: form[name],
    disabled: busy,
    onChange: (text: string) => {
      setForm({ ...form, [name]: text });
      setChanged([...changed, name]);
    },
    error:
      problem?.fields.includes(name) && !changed.includes(name)
        ? (problem.others?.[name] ?? problem.message)
        : undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { email, password, username } = form;
    if (!busy) void onSubmit({ email: email.trim(), password, username: username.trim() });
  };

  return (
    <form className="narrow stack" noValidate onSubmit={submit} ref={element}>
      <div className="form-error" role="alert">
        {problem && problem.fields.length === 0 && (
          <p className="notice notice-alert">{problem.message}</p>
        )}
      </div>
      <TextField label="E-mail" type="email" autoComplete="username" {...field('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        {...field('password')}
      />
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        hint="People see it beside what you own. You can change it later."
        {...field('username')}
      />
      <Button type="submit" wide disabled={busy}>
        {busy ? 'Signing up…' : 'SIGN UP'}
      </Button>
      <p className="small">
        By signing up you accept the <a href="/terms">Terms</a>. We send you an e-mail to confirm
        your address.
      </p>
      <p className="small">
        Already signed up? <SiteLink href={`/login${location.search}`}>Log in</SiteLink>
      </p>
    </form>
  );
}
