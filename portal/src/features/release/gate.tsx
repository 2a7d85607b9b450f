import { lazy, type ReactNode, Suspense } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { useSession } from '../../lib/session/use-session.ts';

// The application is loaded on demand, because users who may release already load a heavy form.
const ApplicationStep = lazy(() => import('../../app/application-step.tsx'));

type GateProps = {
  waiting: ReactNode;
  children: (uid: string) => ReactNode;
};

/** Lets users of the release list through (R-REL-01); the server checks again at every call. */
export function ReleaseGate({ waiting, children }: GateProps) {
  const session = useSession();
  if (session.state === 'loading') return waiting;
  if (session.state === 'signedOut') {
    return <LoginPrompt>Log in with an account on the release list.</LoginPrompt>;
  }
  if (session.canRelease === undefined) return waiting;
  return session.canRelease ? (
    children(session.uid)
  ) : (
    <Suspense fallback={waiting}>
      <ApplicationStep
        isOnForm
        uid={session.uid}
        invitation="This account is not on the release list. If you make your own music, you can apply."
      />
    </Suspense>
  );
}
