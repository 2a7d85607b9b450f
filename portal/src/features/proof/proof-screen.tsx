import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { formatCount, formatDateTime, formatMicros } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Fragment, useEffect, useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useSession } from '../../lib/use-session.ts';
import { type CheckedBalance, checkBalance } from './check-balance.ts';
import { NameInLog } from './name-in-log.tsx';

const back = (
  <SiteLink className="back small" href="/wallet">
    Wallet
  </SiteLink>
);

/** `/wallet/proof`: a user checks that the public books count what is due to them. */
export default function ProofScreen() {
  const session = useSession();
  return (
    <Screen title="Your balance in the books" back={back}>
      {session.state === 'signedOut' && (
        <LoginPrompt>Log in to check that the public books count your balance.</LoginPrompt>
      )}
      {session.state === 'signedIn' && (
        <Fragment key={session.uid}>
          <OwnProof uid={session.uid} />
          <NameInLog />
        </Fragment>
      )}
    </Screen>
  );
}

type Checking =
  | { readonly state: 'checking' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'checked'; readonly balance: CheckedBalance };

function useCheck(uid: string): { checking: Checking; again: () => void } {
  const [checking, setChecking] = useState<Checking>({ state: 'checking' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn checks anew
  useEffect(() => {
    let isCurrent = true;
    const show = (next: Checking) => {
      if (isCurrent) setChecking(next);
    };
    show({ state: 'checking' });
    checkBalance(uid).then(
      (balance) => show({ state: 'checked', balance }),
      (error: unknown) => {
        console.error('The balance cannot be checked', error);
        const message = sentenceOf(
          error,
          'Your balance could not be looked up in the books. Try again.',
        );
        show({ state: 'failed', message });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [uid, turn]);
  return { checking, again: () => setTurn((before) => before + 1) };
}

function OwnProof({ uid }: { uid: string }) {
  const { checking, again } = useCheck(uid);
  return (
    <div className="stack">
      <div role="status">
        {checking.state === 'checking' && <p>Checking…</p>}
        {checking.state === 'failed' && <p className="notice notice-alert">{checking.message}</p>}
        {checking.state === 'checked' && <p className="h2">{verdictOf(checking.balance)}</p>}
      </div>
      {checking.state === 'checked' && <Details balance={checking.balance} />}
      <div className="actions">
        <Button onClick={again} disabled={checking.state === 'checking'}>
          Check again
        </Button>
        <a className={buttonClass({ variant: 'secondary' })} href="/books">
          See the books
        </a>
      </div>
      <p className="measure small muted">
        The check runs in this browser. Your line, your user id and a secret number that only you
        and the server know give a hash; joined with the hashes beside it, one after the other, it
        has to end at the total that everybody reads. Nobody learns your balance from the others’.
      </p>
    </div>
  );
}

function verdictOf({ own, isPart }: CheckedBalance): string {
  if (!own) return 'The books have no line of yours: nothing was due to this account by then.';
  if (isPart) return 'Your balance is part of the total.';
  return 'Your balance is not part of the total. Write to us with this page: it is a mistake of ours.';
}

function publishedText({ isPublished }: CheckedBalance): string {
  if (isPublished === undefined) return 'Could not be read';
  return isPublished ? 'The same total' : 'An older total, until its next build';
}

function Details({ balance }: { balance: CheckedBalance }) {
  const { proof, own } = balance;
  const facts = [
    {
      label: proof.isClosed ? 'Books closed' : 'Books so far, up to',
      value: formatDateTime(proof.upTo),
    },
    ...(own
      ? [
          { label: 'Your earnings', value: formatMicros(own.owedMicros) },
          { label: 'Your utility tokens', value: formatCount(own.tokens) },
          { label: 'Your reward tokens', value: formatCount(own.rewardTokens) },
        ]
      : []),
    { label: 'Earnings of all users', value: formatMicros(proof.root.owedMicros) },
    { label: 'The page Books shows', value: publishedText(balance) },
    { label: 'Root', value: <span className="hash">{proof.root.hash}</span> },
  ];
  return <FactList facts={facts} />;
}
