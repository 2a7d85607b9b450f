import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import type { Session } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { type LaterName, type LaterWords, laterWords } from './later-words.ts';

/** A screen that opens in a later version, and says so. */
export default function LaterScreen({ name }: { name: LaterName }) {
  const session = useSession();
  const words = laterWords[name];
  return (
    <Screen title={words.title}>
      <Body session={session} words={words} />
    </Screen>
  );
}

function Body({ session, words }: { session: Session; words: LaterWords }) {
  if (session.state === 'loading') return null;
  if (session.state === 'signedOut') return <LoginPrompt>{words.login}</LoginPrompt>;
  if (session.canRelease === undefined) return null;
  return <Words words={session.canRelease ? words : { ...words, next: notListed }} />;
}

const notListed = 'This account is not on the release list. Releasing DATS is by invitation.';

function Words({ words }: { words: LaterWords }) {
  return (
    <div className="stack">
      <p className="measure">{words.next}</p>
      <a className={buttonClass({ variant: 'secondary' })} href={words.way.href}>
        {words.way.label}
      </a>
    </div>
  );
}
