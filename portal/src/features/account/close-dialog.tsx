import { closeAccount, getClosing } from '@datchain/shared/contracts/calls/account.ts';
import type { Rest } from '@datchain/shared/domain/books/rest.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import { formatTokens } from '@datchain/shared/domain/format.ts';
import { heldDays } from '@datchain/shared/domain/username.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { useState } from 'react';
import { SiteLink } from '../../app/site-link.tsx';
import { call } from '../../lib/calls/callables.ts';
import { useAsked } from '../../lib/calls/use-asked.ts';
import { signOut } from '../../lib/session/session.ts';
import { AskPassword } from './ask-password.tsx';
import { decided, EditionsLeft, nothingDecided } from './editions-left.tsx';

const title = 'Delete your account';
const failure = 'We could not check whether your account can be deleted. Trying again.';

function RestGivenUp({ rest }: { rest: Rest }) {
  const { earnedMicros, changeMicros, rewardQty } = rest;
  const money = [
    earnedMicros > 0 && `${formatExactly(earnedMicros)} of earnings`,
    changeMicros > 0 && `${formatExactly(changeMicros)} of change`,
  ].filter((part) => part !== false);
  const tokens = rewardQty > 0 ? formatTokens(rewardQty, 'reward') : false;
  if (money.length === 0 && !tokens) return null;
  return (
    <>
      <p>You give up what is too little to be paid out:</p>
      <ul>
        {money.map((part) => (
          <li key={part}>{part}, which the platform keeps</li>
        ))}
        {tokens && <li>{tokens}, whose part of the pool goes to all others</li>}
      </ul>
    </>
  );
}

const many = (count: number, one: string) =>
  count === 1 ? `Your ${one} stays` : `Your ${count} ${one}s stay`;

/** Tells an artist what happens to their works, and to later earnings (decision 55). */
function WorksStay({ works, unsold }: { works: number; unsold: number }) {
  return (
    <>
      <p>
        {many(works, 'work')}, under your artist name and username.
        {unsold > 0 && ` ${many(unsold, 'unsold edition')} for sale.`} Your page says that you have
        closed your account.
      </p>
      <p>
        <strong>
          You give up everything they earn from then on: sales, royalties and streams go to the
          platform.
        </strong>{' '}
        To end the sale, ask for a takedown first.
      </p>
    </>
  );
}

/** Deletes the account, or lists what has to be settled first and where (N-PPL-03, N-FST-06). */
export function CloseDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { asked, set, again } = useAsked(getClosing, email, failure);
  const [parting, setParting] = useState(nothingDecided);
  if (asked.state === 'ready' && asked.answer.reasons.length === 0) {
    const { rest, works, unsold, editions } = asked.answer;
    const run = async () => {
      const closing = await call(closeAccount, {
        rest,
        works,
        ...decided(editions, parting),
      }).catch((error: unknown) => {
        // Something may have changed: the dialog then shows the new state beside the error.
        again();
        throw error;
      });
      if (!closing.isClosed) return set(closing);
      await signOut();
      location.assign('/logout?deleted');
    };
    return (
      <AskPassword
        title={title}
        verb="Delete for good"
        isGrave
        email={email}
        onClose={onClose}
        run={run}
        failure={(error) =>
          readErrorSentence(error, 'Your account could not be deleted. Try again.')
        }
      >
        <p>
          This cannot be undone. You are signed out at once; name, picture, e-mail and password are
          gone within minutes
          {works === 0 && `, and nobody else can take your username for ${heldDays} days`}.
        </p>
        <EditionsLeft editions={editions} parting={parting} onChange={setParting} />
        <RestGivenUp rest={rest} />
        <p>
          Card payments can still be disputed with the bank. The bank and the platform settle that
          between them: you will not hear from us. If something comes up within these minutes, such
          as a refund, your account stays open and we write to you.
        </p>
        {works > 0 && <WorksStay works={works} unsold={unsold} />}
        <p>
          {works === 0
            ? 'What stays: the numbers of the books and of the public log, without your name.'
            : 'What else stays: the numbers of the books and of the public log.'}
        </p>
      </AskPassword>
    );
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack dialog-form">
        {asked.state === 'loading' && <p role="status">Checking…</p>}
        {asked.state === 'failed' && <p role="alert">{asked.sentence}</p>}
        {asked.state === 'ready' && (
          <>
            <p>Not possible yet. This has to be settled first:</p>
            <ul>
              {asked.answer.reasons.map(({ text, href }) => (
                <li key={text}>
                  <SiteLink className="row-link" href={href}>
                    {text}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
