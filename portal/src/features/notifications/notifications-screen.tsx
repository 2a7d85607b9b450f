import { Notice } from '../../app/notice.tsx';
import './notifications.css';
import { setNotifications } from '@datchain/shared/contracts/calls/notifications.ts';
import {
  type Notification,
  readNotifications,
} from '@datchain/shared/contracts/documents/notification.ts';
import { readSettings } from '@datchain/shared/contracts/documents/notification-settings.ts';
import { newsWords } from '@datchain/shared/contracts/news-words.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatDateTime } from '@datchain/shared/domain/format.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { type ToastMessage, ToastRegion } from '@datchain/shared/ui/toast.tsx';
import { useCallback, useEffect, useState } from 'react';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { call } from '../../lib/calls/callables.ts';
import { useDats } from '../../lib/data/use-dats.ts';
import { useDocument, useNewest } from '../../lib/data/use-document.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { showNews } from '../../lib/session/look-for-news.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { MailChoices } from './mail-choices.tsx';

const PAGE_SIZE = 30;

/** `/notifications`: a user's notifications, newest first, live (N-PPL-04). */
export default function NotificationsScreen() {
  const session = useSession();
  if (session.state === 'signedOut') {
    return (
      <Screen title="Notifications">
        <LoginPrompt>Log in to see what is new.</LoginPrompt>
      </Screen>
    );
  }
  const user = session.state === 'signedIn' ? session : undefined;
  return <OwnNotifications key={user?.uid ?? ''} uid={user?.uid} email={user?.email ?? ''} />;
}

const never = readSettings(undefined);

function OwnNotifications({ uid, email }: { uid: string | undefined; email: string }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const [choosing, setChoosing] = useState(false);
  const [isMarking, setMarking] = useState(false);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const dismiss = useCallback(() => setToast(null), []);
  const query = uid && { path: docs.notifications(uid), limit: shown + 1, kinds: [] };
  const found = useNewest(query || undefined, readNotifications);
  const settings = useDocument(uid && docs.notificationSettings(uid), readSettings);
  const dats = liveOr(useDats(), new Map<string, Dat>());
  const notifications = liveOr(found, []);
  const { seenUntil, mail } = liveOr(settings, never);
  // Nothing counts as new until the settings are loaded.
  const isNew = ({ at }: Notification) => settings.state === 'ready' && at > seenUntil;
  const fresh = notifications.filter(isNew).length;

  const isKnown = found.state === 'ready' && settings.state === 'ready';
  useEffect(() => {
    if (isKnown) showNews(fresh);
  }, [isKnown, fresh]);

  const markRead = async () => {
    setMarking(true);
    try {
      const newest = Math.max(...notifications.map(({ at }) => at));
      await call(setNotifications, { seenUntil: newest });
    } catch (error) {
      console.warn('What was read was not saved', error);
      setToast({
        id: Date.now(),
        text: readErrorSentence(error, 'This could not be saved. Try again.'),
      });
    }
    setMarking(false);
  };

  const actions = (
    <>
      <Button variant="secondary" disabled={fresh === 0 || isMarking} onClick={markRead}>
        Mark all read
      </Button>
      <Button
        variant="secondary"
        disabled={settings.state !== 'ready'}
        onClick={() => setChoosing(true)}
      >
        Settings
      </Button>
    </>
  );

  return (
    <Screen
      title="Notifications"
      // A space reserves the line until the number is known.
      lead={
        <span role="status">
          {fresh > 0 ? `${fresh > PAGE_SIZE ? `${PAGE_SIZE}+` : fresh} new` : '\u00a0'}
        </span>
      }
      actions={actions}
    >
      {found.state === 'failed' && (
        <Notice>Notifications could not be loaded. Trying again.</Notice>
      )}
      {settings.state === 'failed' && (
        <Notice>Your read notifications could not be loaded. Trying again.</Notice>
      )}
      {found.state === 'loading' && <p role="status">Loading notifications…</p>}
      {notifications.length > 0 && (
        <ol className="news">
          {notifications.slice(0, shown).map((one) => (
            <Row key={one.entryId} one={one} isNew={isNew(one)} dats={dats} />
          ))}
        </ol>
      )}
      {notifications.length > shown && (
        <Button variant="secondary" wide onClick={() => setShown(shown + PAGE_SIZE)}>
          Show more
        </Button>
      )}
      {found.state === 'ready' && notifications.length === 0 && (
        <EmptyState text="Nothing new.">
          <a className={buttonClass()} href="/dats">
            See DATS
          </a>
          <SiteLink className={buttonClass({ variant: 'secondary' })} href="/wallet/history">
            See your history
          </SiteLink>
        </EmptyState>
      )}
      <MailChoices open={choosing} email={email} chosen={mail} onClose={() => setChoosing(false)} />
      <ToastRegion toast={toast} onDismiss={dismiss} />
    </Screen>
  );
}

type RowProps = {
  one: Notification;
  isNew: boolean;
  dats: ReadonlyMap<string, Dat>;
};

function Row({ one, isNew, dats }: RowProps) {
  const words = newsWords(one, one.entryId, (datId) => dats.get(datId)?.songName ?? datId);
  const artwork = 'datId' in one ? dats.get(one.datId ?? '')?.artworkUrl : undefined;
  return (
    <li className={isNew ? 'news-new' : undefined}>
      {artwork ? (
        <img src={artwork} alt="" width={40} height={40} loading="lazy" decoding="async" />
      ) : (
        <span className="news-blank" />
      )}
      <SiteLink className="news-title" href={words.link.href}>
        {isNew && <span className="visually-hidden">New: </span>}
        {words.title}
      </SiteLink>
      <span className="news-detail">{words.detail}</span>
      <time className="news-when" dateTime={new Date(one.at).toISOString()}>
        {formatDateTime(one.at)}
      </time>
    </li>
  );
}
