import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { BackLink } from '../../app/back-link.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { NameInPublic } from '../../app/name-in-public.tsx';
import { Screen } from '../../app/screen.tsx';
import { SkeletonText } from '../../app/skeleton-text.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import type { CheckedDay } from './check-balance.ts';
import { CheckedProof } from './checked-proof.tsx';
import type { DayFault } from './logged-day.ts';
import { faultText, formatVerdict, isWaiting } from './proof-words.ts';
import { type Checking, useCheck } from './use-check.ts';

const back = <BackLink href="/wallet" text="Wallet" />;

export default function ProofScreen() {
  const session = useSession();
  const user = session.state === 'signedIn' ? session : undefined;
  return (
    <Screen title="Your balance in the books" back={back}>
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in to check that the public books count your balance.</LoginPrompt>
      ) : (
        <OwnProof key={user?.uid ?? ''} uid={user?.uid} email={user?.email ?? ''} />
      )}
    </Screen>
  );
}

function OwnProof({ uid, email }: { uid: string | undefined; email: string }) {
  const { checking, isFirst, again, address, isLooking, look } = useCheck(uid, email);
  const checked = checking.state === 'checked' ? checking.checked : undefined;
  const isChecking = checking.state === 'checking';
  return (
    <>
      <div className="stack">
        <div className="proof-verdict">
          <div role="status">
            <Verdict checking={checking} />
          </div>
          {isChecking && <VerdictOnItsWay />}
        </div>
        {isChecking && <ProofOnItsWay />}
        {checked && (
          <CheckedProof checked={checked} email={address} isLooking={isLooking} onLook={look} />
        )}
      </div>
      {/* The height of the first proof is unknown: what is below appears together with it. */}
      {!(isChecking && isFirst) && (
        <>
          <div className="stack proof-rest">
            <div className="actions">
              {/* `aria-disabled` keeps the focus after a press. */}
              <Button aria-disabled={isChecking} onClick={() => !isChecking && again()}>
                Check again
              </Button>
              <a className={buttonClass({ variant: 'secondary' })} href="/books">
                See the books
              </a>
            </div>
            <Meaning />
          </div>
          <NameInPublic />
        </>
      )}
    </>
  );
}

function Verdict({ checking }: { checking: Checking }) {
  switch (checking.state) {
    case 'checking':
      return <p className="visually-hidden">Checking…</p>;
    case 'unreachable':
      return (
        <p className="notice">Your balance could not be looked up in the books. Trying again.</p>
      );
    case 'failed':
      return <p className="notice notice-alert">{checking.message}</p>;
    case 'faulty':
      return <Fault fault={checking.fault} />;
    case 'checked':
      return <CoinsFound checked={checking.checked} />;
  }
}

const Fault = ({ fault }: { fault: DayFault }) => (
  <p className={isWaiting(fault) ? 'notice' : 'notice notice-alert'}>
    {faultText(fault)}
    {fault.fault === 'file' && (
      <>
        {' '}
        <a href={`/data/v1/${fault.file}`}>Open the file</a>
      </>
    )}
  </p>
);

function CoinsFound({ checked: { day, coins } }: { checked: CheckedDay }) {
  const { title, text } = formatVerdict(coins, day);
  return (
    <>
      <p className="h2">{title}</p>
      <p className={coins.missing > 0 ? 'notice notice-alert' : 'measure'}>{text}</p>
    </>
  );
}

function VerdictOnItsWay() {
  const { title, text } = formatVerdict({ all: 10, missing: 0 }, { isSigned: true });
  return (
    <div aria-hidden="true">
      <p className="h2">
        <SkeletonText width="long" text={title} />
      </p>
      <p className="measure">
        <SkeletonText width="long" text={text} />
      </p>
    </div>
  );
}

const ProofOnItsWay = () => (
  <div className="proof-facts" aria-hidden="true">
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
        Everyone’s balances are split into coins of a few sizes, in one public list that anyone can
        add up. A coin is a hash of the day, your e-mail address, a secret number that only you and
        the server know, and its amount: no one else can find yours. The check runs in this browser.
        It checks who signed the public log, loads the files of the list that must have your coins,
        proves that each is part of the list whose root is in the log, and looks for your coins.
      </p>
      <p>
        What it does not show: a balance that its owner never looks for could be missing unnoticed.
        A list shows everyone how often each amount occurs; with few users, that can reveal
        something.
      </p>
    </div>
  );
}
