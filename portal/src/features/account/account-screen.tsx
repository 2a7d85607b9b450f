import './account.css';
import {
  type Account,
  getAccount,
  signOutEverywhere,
} from '@datchain/shared/contracts/calls/account.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { ConfirmEmail } from '../../app/confirm-email.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { NameInPublic } from '../../app/name-in-public.tsx';
import { NoAnswer } from '../../app/no-answer.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { call } from '../../lib/calls/callables.ts';
import { useAsked } from '../../lib/calls/use-asked.ts';
import { noteUsername, signOut, uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { type ChangeOf, changes } from './changes.ts';
import { Follows } from './follows.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { Row } from './row.tsx';
import { YourData } from './your-data.tsx';

/** `/account`: everything about an account that its user can change (N-PPL-01). */
export default function AccountScreen() {
  const session = useSession();
  const uid = uidOf(session);
  return (
    <Screen title="Account">
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in to see your account.</LoginPrompt>
      ) : (
        <Everything key={uid ?? ''} uid={uid} />
      )}
    </Screen>
  );
}

const failure = 'Your account could not be loaded. Trying again.';

function Everything({ uid }: { uid: string | undefined }) {
  const { asked, set } = useAsked(getAccount, uid, failure);
  if (asked.state !== 'ready') return <NoAnswer asked={asked} />;
  const { answer } = asked;
  const changed = (next: Account) => {
    noteUsername(next.username);
    set(next);
  };
  return (
    <div className="account">
      <You account={answer} uid={uid ?? ''} onChange={changed} />
      <NameInPublic />
      <Others uid={uid} />
      <YourData email={answer.email} />
    </div>
  );
}

type YouProps = { account: Account; uid: string; onChange: (next: Account) => void };
type Open = ChangeOf | 'picture';

function You({ account, uid, onChange }: YouProps) {
  const [open, setOpen] = useState<Open>();
  const [status, setStatus] = useState<{ row: Open; text: string }>();
  const { imageUrl, name, artistName, username, about, links, email, isConfirmed } = account;
  const rowOf = (row: Open) => ({
    status: status?.row === row ? status.text : '',
    onChange: () => {
      setStatus(undefined);
      setOpen(row);
    },
  });
  const done = (row: Open, text: string) => (next: Account) => {
    setOpen(undefined);
    setStatus({ row, text });
    onChange(next);
  };
  return (
    <section aria-labelledby="account-you">
      <h2 className="h2" id="account-you">
        You
      </h2>
      <ul className="account-rows">
        <Row label="Picture" hint="Square works best." {...rowOf('picture')}>
          {imageUrl ? <img src={imageUrl} alt="You" width={64} height={64} /> : 'None yet'}
        </Row>
        <Row
          label="Name"
          hint={
            artistName
              ? `In public you are ${artistName}.`
              : 'Only you see it. Others see your username.'
          }
          {...rowOf('name')}
        >
          <bdi>{name || 'None yet'}</bdi>
        </Row>
        {artistName ? (
          <Row label="Username" hint="Your works show it, so it cannot change.">
            @{username}
          </Row>
        ) : (
          <Row label="Username" hint="Lists of holders show it." {...rowOf('username')}>
            @{username}
          </Row>
        )}
        <Row label="About" hint="Your page shows it, unless you are unnamed." {...rowOf('about')}>
          <p className="account-about" dir="auto">
            {about || 'Nothing yet'}
          </p>
        </Row>
        <Row label="Links" hint="Your page shows them, unless you are unnamed." {...rowOf('links')}>
          {links.length === 0 && 'None yet'}
          {links.map((link) => (
            <p key={link}>{link.replace('https://', '')}</p>
          ))}
        </Row>
        <Row
          label="E-mail"
          hint={isConfirmed ? 'Confirmed. Receipts go here.' : 'Not confirmed yet.'}
          {...rowOf('email')}
        >
          {email}
        </Row>
        <Row label="Password" {...rowOf('password')}>
          ••••••••
        </Row>
      </ul>
      {!isConfirmed && <ConfirmEmail />}
      {open === 'picture' && (
        <PictureDialog
          uid={uid}
          hasPicture={imageUrl !== ''}
          onDone={done('picture', 'Picture changed.')}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open !== undefined && open !== 'picture' && (
        <ChangeDialog
          what={open}
          account={account}
          onDone={done(open, changes[open].done)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function Others({ uid }: { uid: string | undefined }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const leave = async () => {
    setBusy(true);
    setProblem('');
    try {
      await call(signOutEverywhere, {});
      await signOut();
      location.assign('/login');
    } catch (error) {
      console.warn('Not logged out everywhere', error);
      setProblem(readErrorSentence(error, 'You could not be logged out everywhere. Try again.'));
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="account-others">
      <h2 className="h2" id="account-others">
        News and devices
      </h2>
      <ul className="account-rows">
        <Row
          label="Notifications"
          hint="Receipts always come by e-mail."
          action={
            <SiteLink
              className={buttonClass({ variant: 'secondary', small: true })}
              href="/notifications"
            >
              Choose
            </SiteLink>
          }
        >
          By notification and e-mail
        </Row>
        <Follows uid={uid} />
        <Row
          label="Logged in"
          hint={problem || 'On other devices this takes up to a minute.'}
          action={
            <Button small variant="secondary" disabled={isBusy} onClick={leave}>
              {isBusy ? 'Logging out…' : 'Log out everywhere'}
            </Button>
          }
        >
          On this device, and maybe on others
        </Row>
      </ul>
    </section>
  );
}
