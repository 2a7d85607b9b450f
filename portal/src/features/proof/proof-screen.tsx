import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Fragment } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { NameInPublic } from '../../app/name-in-public.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { SkeletonText } from '../../app/skeleton-text.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { CheckedProof } from './checked-proof.tsx';
import { faultText, isPartText, isWaiting } from './proof-words.ts';
import { useCheck } from './use-check.ts';

const back = (
  <SiteLink className="back small" href="/wallet">
    Wallet
  </SiteLink>
);

/** `/wallet/proof`: a user checks that the public books count what is owed to them. */
export default function ProofScreen() {
  const session = useSession();
  const user = session.state === 'signedIn' ? session : undefined;
  return (
    <Screen title="Your balance in the books" back={back}>
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in to check that the public books count your balance.</LoginPrompt>
      ) : (
        <Fragment key={user?.uid ?? ''}>
          <OwnProof uid={user?.uid} email={user?.email ?? ''} />
          {user && <NameInPublic />}
        </Fragment>
      )}
    </Screen>
  );
}

function OwnProof({ uid, email }: { uid: string | undefined; email: string }) {
  const { checking, again } = useCheck(uid);
  const isChecking = checking.state === 'checking';
  return (
    <div className="stack">
      {checking.state === 'checked' ? (
        <CheckedProof checked={checking.checked} sessionEmail={email} />
      ) : (
        <div className="proof-verdict">
          <div role="status">
            {isChecking && <p className="visually-hidden">Checking…</p>}
            {checking.state === 'unreachable' && (
              <p className="notice">
                Your balance could not be looked up in the books. Trying again.
              </p>
            )}
            {checking.state === 'failed' && (
              <p className="notice notice-alert">{checking.message}</p>
            )}
            {checking.state === 'faulty' && (
              <p className={isWaiting(checking.fault) ? 'notice' : 'notice notice-alert'}>
                {faultText(checking.fault)}
              </p>
            )}
          </div>
        </div>
      )}
      {isChecking && <ProofOnItsWay />}
      <div className="actions">
        {/* It keeps the focus after a press. */}
        <Button aria-disabled={isChecking} onClick={() => !isChecking && again()}>
          Check again
        </Button>
        <a className={buttonClass({ variant: 'secondary' })} href="/books">
          See the books
        </a>
      </div>
      <Meaning />
    </div>
  );
}

/** The place of what comes first: the verdict and what was owed. */
const ProofOnItsWay = () => (
  <div className="proof-facts" aria-hidden="true">
    <p className="h2">
      <SkeletonText width="long" text={isPartText} />
    </p>
    <FactList
      facts={['Books closed', 'Your earnings', 'Your utility tokens', 'Your reward tokens'].map(
        (label) => ({ label, value: <SkeletonText width="short" /> }),
      )}
    />
  </div>
);

function Meaning() {
  return (
    <div className="measure small muted stack">
      <p>
        Everyone’s balances are paid in coins of a few sizes, in one public list that anyone can add
        up. A coin is a hash of the day, your e-mail address, a secret number that only you and the
        server know, and its amount: no one else can find yours. The check runs in this browser. It
        reads the list, compares its sums and its root with the public log, and looks for your
        coins.
      </p>
      <p>
        What it does not show: a balance that its owner never looks for could be missing unnoticed.
        A list shows everyone how often each amount occurs; with few users that can tell something.
      </p>
    </div>
  );
}
