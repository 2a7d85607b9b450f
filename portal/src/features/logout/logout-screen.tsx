import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Screen } from '../../app/screen.tsx';
import { Trouble } from '../../app/trouble.tsx';
import { signOut } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';

let leaving: Promise<void> | undefined;

/** Signs out once per page load: the end of the session renders the screen again. */
function leave(): Promise<void> {
  leaving ??= signOut().then(() => location.replace('/home'));
  return leaving;
}

/** `/logout`: ends the session; after an account's deletion, it confirms that instead. */
export default function LogoutScreen() {
  const [search] = useSearchParams();
  const session = useSession();
  const isDeleted = search.has('deleted');
  if (isDeleted && session.state === 'signedOut') {
    return (
      <Screen title="Account deleted" heading="Your account is deleted">
        <div className="stack">
          <p role="status">
            You are signed out. Your name, picture, e-mail and password are gone within minutes.
          </p>
          <a className={buttonClass({ variant: 'secondary' })} href="/home">
            See the site
          </a>
        </div>
      </Screen>
    );
  }
  if (isDeleted && session.state !== 'signedIn') return <Screen title="Log out" heading="" />;
  return <Leaving />;
}

/** Ends the session in every tab, then goes to /home (R-NAV-04). */
function Leaving() {
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    leave().catch(setFailure);
  }, []);
  if (failure) return <Trouble error={failure} />;
  return <Screen title="Log out" heading="Logging out…" />;
}
