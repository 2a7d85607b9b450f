import { readProfile } from '@datchain/shared/contracts/documents/profile.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { warnLater } from '@datchain/shared/ui/warn-later.ts';
import { useEffect, useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { readDocumentAt } from '../../lib/data/firestore-rest.ts';
import { uidOf } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/use-session.ts';

/** Returns the address of the user's public page; undefined without one, or with a hidden name. */
async function findOwnPage(uid: string, signal: AbortSignal): Promise<string | undefined> {
  const stored = await readDocumentAt(docs.publicProfile(uid), signal);
  const username = readProfile(uid, stored?.data)?.username;
  if (!username) return undefined;
  const page = `/profile/${encodeURIComponent(username)}`;
  const { status } = await fetch(page, { method: 'HEAD', signal });
  return status === 404 ? undefined : page;
}

const texts = {
  looking: 'Opening your page…',
  none: 'You have no public page yet. You get one with your first edition, unless you hide your name.',
  failed: 'Your page cannot be opened right now. Reload to try again.',
} as const;

/** `/account/page`: redirects to the public page under the current username (N-FST-09). */
export default function OwnPageScreen() {
  const session = useSession();
  const uid = uidOf(session);
  const [state, setState] = useState<keyof typeof texts>('looking');
  useEffect(() => {
    if (uid === undefined) return;
    const gone = new AbortController();
    findOwnPage(uid, gone.signal).then(
      (page) => (page ? location.replace(page) : setState('none')),
      (error: unknown) => {
        if (gone.signal.aborted) return;
        warnLater('The page of this account could not be found.', error);
        setState('failed');
      },
    );
    return () => gone.abort();
  }, [uid]);
  return (
    <Screen title="Your page">
      {session.state === 'signedOut' ? (
        <LoginPrompt>Log in to see your page.</LoginPrompt>
      ) : (
        <p className={state === 'failed' ? 'notice' : undefined} role="status">
          {texts[state]}
        </p>
      )}
    </Screen>
  );
}
