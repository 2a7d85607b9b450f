import { withLive } from '@datchain/shared/contracts/documents/dat-live.ts';
import { live } from '@datchain/shared/contracts/paths.ts';
import { takenDownLine, takenDownText } from '@datchain/shared/domain/books/take-down.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import {
  formatCents,
  formatCount,
  formatMicrosUpTo3,
  UNKNOWN,
} from '@datchain/shared/domain/format.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { MetricRow } from '@datchain/shared/ui/metric-row.tsx';
import { type ToastMessage, ToastRegion } from '@datchain/shared/ui/toast.tsx';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { AnswerLink } from '../../app/answer-link.tsx';
import { BackLink } from '../../app/back-link.tsx';
import { LoginPrompt } from '../../app/login-prompt.tsx';
import { Notice } from '../../app/notice.tsx';
import { Screen } from '../../app/screen.tsx';
import { SiteLink } from '../../app/site-link.tsx';
import { useDats } from '../../lib/data/use-dats.ts';
import { useLive } from '../../lib/data/use-live.ts';
import { liveOr } from '../../lib/data/use-watched.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { Brought } from './brought.tsx';
import { EditionList } from './edition-list.tsx';
import { WholeSong } from './whole-song.tsx';
import './owned-dat.css';
import { OwnedSkeleton } from './owned-skeleton.tsx';
import { type OwnedView, ownedView } from './owned-view.ts';
import { PreviewSection } from './preview-section.tsx';
import { RecordingFacts } from './recording-facts.tsx';
import { SaleDialogs } from './sale-dialogs.tsx';
import { PayoutStep, ShareKit } from './share-kit.tsx';
import { useJustOffered } from './use-just-offered.ts';
import { useOwnWork } from './use-own-work.ts';
import { useSale } from './use-sale.ts';

/** `/wallet/dat/{id}` (R-OWN-02): the user's editions of a work, and their resale. */
export default function OwnedDatScreen() {
  const { datId = '' } = useParams();
  const session = useSession();
  if (session.state === 'signedOut') {
    return (
      <Screen title="Your editions" back={<Back />}>
        <LoginPrompt>Log in to see the editions you own.</LoginPrompt>
      </Screen>
    );
  }
  // Renders the same boxes before the session is known, so that nothing moves later.
  const uid = session.state === 'signedIn' ? session.uid : undefined;
  return <OwnedDat key={`${uid ?? ''}/${datId}`} uid={uid} datId={datId} />;
}

const Back = () => <BackLink href="/wallet" text="Back" />;

const asStored = (value: unknown): unknown => value;

function OwnedDat({ uid, datId }: { uid: string | undefined; datId: string }) {
  const usable = /^[\w-]{1,128}$/.test(datId);
  const wallet = useOwnWork(uid, usable ? datId : undefined);
  const dats = useDats();
  const liveValues = useLive(usable ? live.datLive(datId) : undefined, asStored);
  const { owned, created } = liveOr(wallet, { owned: [], created: [] });
  const liveNow = liveOr(liveValues, undefined);
  const { offers, note } = useJustOffered(datId, owned, liveNow);
  const [toast, setToast] = useState<ToastMessage | null>(null);
  const dismiss = useCallback(() => setToast(null), []);
  const sale = useSale(datId, {
    onListed: (number, askCents) => {
      note(number, askCents);
      setToast({
        id: Date.now(),
        text: `DAT #${number} is now for sale at ${formatCents(askCents)}`,
        action: { label: 'Undo', onAction: () => void sale.cancel(number) },
      });
    },
    onCancelled: (number) => {
      note(number, null);
      setToast({ id: Date.now(), text: `DAT #${number} is no longer for sale` });
    },
  });

  const dat = liveOr(dats, undefined)?.get(datId);
  const known = wallet.state !== 'loading' && dats.state !== 'loading';
  const view = ownedView({
    datId,
    uid,
    dat,
    live: liveNow,
    owned,
    created,
    justOffered: offers,
  });
  const isReleaser = view.isCreator && !view.takenDown;
  if (wallet.state === 'ready' && known && view.rows.length === 0) {
    return <NotOwned dat={dat} />;
  }
  return (
    <Screen
      title={dat?.songName ?? 'Your editions'}
      back={<Back />}
      actions={
        <a className={buttonClass({ variant: 'secondary' })} href={analyticsHref(datId, dat)}>
          View Analytics
        </a>
      }
    >
      {view.takenDown && (
        <p className="notice notice-alert owned-notice" role="status">
          {`${takenDownText} ${takenDownLine(view.takenDown)}`}
          {view.isCreator && (
            <>
              {' '}
              <AnswerLink song={dat?.songName ?? datId} />
            </>
          )}
        </p>
      )}
      <Work datId={datId} dat={dat} />
      <Figures view={known ? view : undefined} isRead={wallet.state === 'ready'} dat={dat} />
      {(wallet.state === 'failed' || dats.state === 'failed') && (
        <Notice className="owned-notice">
          Some figures could not be loaded{wallet.state === 'failed' && '; earnings show as zero'}.
          Trying again.
        </Notice>
      )}
      {!known && <OwnedSkeleton />}
      {known && dat && isReleaser && <ShareKit dat={dat} />}
      {known && view.held > 0 && !view.takenDown && usable && (
        <WholeSong
          datId={datId}
          song={dat?.songName ?? 'this DAT'}
          artist={dat?.artistName ?? ''}
          seconds={dat?.preview?.songSeconds ?? 0}
          original={dat?.preview?.original}
        />
      )}
      {known && <EditionList view={view} sale={sale} />}
      {known && usable && <Brought datId={datId} dat={dat} />}
      {uid && isReleaser && <PayoutStep uid={uid} />}
      {dat && view.isCreator && <PreviewSection dat={dat} isDown={view.takenDown !== undefined} />}
      {dat && view.isCreator && <RecordingFacts dat={dat} isDown={view.takenDown !== undefined} />}
      {dat && (
        <SaleDialogs sale={sale} dat={{ ...dat, editions: withLive(dat.editions, liveNow) }} />
      )}
      <ToastRegion toast={toast} onDismiss={dismiss} />
    </Screen>
  );
}

/**
 * Returns the analytics address in the form that the ledger's page takes from outside (R-OWN-01).
 */
const analyticsHref = (assetId: string, dat: Dat | undefined): string =>
  `/analytics?${new URLSearchParams({ assetId, songName: dat?.songName ?? '' })}`;

function Work({ datId, dat }: { datId: string; dat: Dat | undefined }) {
  return (
    <div className="owned-work">
      {dat?.artworkUrl ? (
        <img src={dat.artworkUrl} alt="" width={96} height={96} />
      ) : (
        <div className="owned-work-art" />
      )}
      <p>
        <span dir="auto">{dat?.artistName ?? UNKNOWN}</span>
        <span className="small muted">
          {dat?.creatorUsername ? `@${dat.creatorUsername}` : UNKNOWN}
        </span>
        <a className="small" href={`/viewdat/${datId}`}>
          See the DAT
        </a>
      </p>
    </div>
  );
}

/**
 * Unknown figures are dashes (N-FIG-06). Earnings that could not be read are zero (R-WAL-16), which
 * a notice below says.
 */
type FiguresProps = {
  view: OwnedView | undefined;
  isRead: boolean;
  dat: Dat | undefined;
};

function Figures({ view, isRead, dat }: FiguresProps) {
  const quiet = view === undefined;
  return (
    <MetricRow
      live
      metrics={[
        {
          label: 'Owned Editions',
          value: view && isRead ? formatCount(view.held) : UNKNOWN,
          quiet,
        },
        {
          label: 'Total Earnings',
          value: view ? formatMicrosUpTo3(view.earnedMicros) : UNKNOWN,
          quiet,
        },
        { label: 'Sold Out', value: view && dat ? (view.soldOut ? 'Yes' : 'No') : UNKNOWN, quiet },
      ]}
    />
  );
}

function NotOwned({ dat }: { dat: Dat | undefined }) {
  return (
    <Screen title={dat?.songName ?? 'Your editions'} back={<Back />}>
      <EmptyState
        text={dat ? "You don't own an edition of this DAT." : 'There is no DAT at this address.'}
      >
        <SiteLink className={buttonClass()} href="/wallet">
          Go to wallet
        </SiteLink>
        <a
          className={buttonClass({ variant: 'secondary' })}
          href={dat ? `/viewdat/${dat.id}` : '/dats'}
        >
          {dat ? 'See the DAT' : 'See DATS'}
        </a>
      </EmptyState>
    </Screen>
  );
}
