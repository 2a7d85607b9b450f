import { formatCount, formatDateTime, formatMicros } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { type Fact, FactList } from '@datchain/shared/ui/fact-list.tsx';
import { Fragment } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { NameInPublic } from '../../app/name-in-public.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { SkeletonText } from '../../app/skeleton-text.tsx';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import type { CheckedBalance } from './check-balance.ts';
import { useCheck } from './use-check.ts';

const back = (
  <SiteLink className="back small" href="/wallet">
    Wallet
  </SiteLink>
);

/** `/wallet/proof`: a user checks that the public books count what is due to them. */
export default function ProofScreen() {
  const session = useSession();
  const uid = uidOf(session);
  return (
    <Screen title="Your balance in the books" back={back}>
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in to check that the public books count your balance.</LoginPrompt>
      ) : (
        <Fragment key={uid ?? ''}>
          <OwnProof uid={uid} />
          {uid !== undefined && <NameInPublic />}
        </Fragment>
      )}
    </Screen>
  );
}

function OwnProof({ uid }: { uid: string | undefined }) {
  const { checking, again } = useCheck(uid);
  const isChecking = checking.state === 'checking';
  return (
    <div className="stack">
      <div className="proof-verdict">
        <div role="status">
          {isChecking && <p className="visually-hidden">Checking…</p>}
          {checking.state === 'unreachable' && (
            <p className="notice">
              Your balance could not be looked up in the books. Trying again.
            </p>
          )}
          {checking.state === 'failed' && <p className="notice notice-alert">{checking.message}</p>}
          {checking.state === 'checked' && <p className="h2">{verdictOf(checking.balance)}</p>}
        </div>
        {isChecking && (
          <p className="h2" aria-hidden="true">
            <SkeletonText width="long" text={isPartText} />
          </p>
        )}
      </div>
      {isChecking && (
        <div className="proof-facts" aria-hidden="true">
          <FactList facts={factsOnTheirWay} />
        </div>
      )}
      {checking.state === 'checked' && (
        <div className="proof-facts">
          <FactList facts={factsOf(checking.balance)} />
        </div>
      )}
      <div className="actions">
        {/* It keeps the focus after a press. */}
        <Button aria-disabled={isChecking} onClick={() => !isChecking && again()}>
          Check again
        </Button>
        <a className={buttonClass({ variant: 'secondary' })} href="/books">
          See the books
        </a>
      </div>
      <p className="measure small muted">
        The check runs in this browser. Your line, your user id and a secret number that only you
        and the server know give a hash; combined with the hashes beside it, one after another, it
        must lead to the total that everyone sees. No one learns your balance from other people’s
        lines.
      </p>
    </div>
  );
}

const isPartText = 'Your balance is part of the total.';

function verdictOf({ own, isPart }: CheckedBalance): string {
  if (!own) return 'The books have no line for you: nothing was owed to this account at that time.';
  if (isPart) return isPartText;
  return 'Your balance is not part of the total. This is our mistake: please send us this page.';
}

function publishedText({ isPublished }: CheckedBalance): string {
  if (isPublished === undefined) return 'Could not be read';
  return isPublished ? 'The same total' : 'An older total for now';
}

function factsOf(balance: CheckedBalance): Fact[] {
  const { proof, own } = balance;
  return [
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
    { label: 'Shown on the Books page', value: publishedText(balance) },
    { label: 'Root', value: <span className="hash">{proof.root.hash}</span> },
  ];
}

/** The facts of a user with a line, their values still to come. */
const factsOnTheirWay: Fact[] = [
  { label: 'Books so far, up to', value: <SkeletonText /> },
  { label: 'Your earnings', value: <SkeletonText width="short" /> },
  { label: 'Your utility tokens', value: <SkeletonText width="short" /> },
  { label: 'Your reward tokens', value: <SkeletonText width="short" /> },
  { label: 'Earnings of all users', value: <SkeletonText width="short" /> },
  { label: 'Shown on the Books page', value: <SkeletonText /> },
  {
    label: 'Root',
    value: (
      <span className="hash">
        <SkeletonText width="long" text={'0'.repeat(64)} />
      </span>
    ),
  },
];
