import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { useCallback, useEffect, useState } from 'react';
import { Screen } from '../../../app/screen.tsx';
import { SiteLink } from '../../../app/site-link.tsx';
import { type KeptRelease, loadRelease } from '../draft-store.ts';
import { ReleaseGate } from '../gate.tsx';
import { Review } from './review.tsx';
import './review.css';

/** `/view-dat-submission` (R-REV-01): shows the release for review, with Submit. */
export default function ReviewScreen() {
  return (
    <Screen title="Review release">
      <ReleaseGate waiting={<Waiting />}>{(uid) => <OwnReview key={uid} uid={uid} />}</ReleaseGate>
    </Screen>
  );
}

const Waiting = () => <div className="screen-pending" />;

function OwnReview({ uid }: { uid: string }) {
  const { kept, readAgain } = useKeptRelease(uid);
  if (kept.state === 'loading') return <Waiting />;
  if (kept.state === 'none') return <NothingToReview />;
  const { release, isNews } = kept;
  return <Review uid={uid} kept={release} isNews={isNews} onChanged={readAgain} />;
}

const NothingToReview = () => (
  <EmptyState text="There is no release to review on this device.">
    <SiteLink className={buttonClass()} href="/release">
      Go to the release form
    </SiteLink>
  </EmptyState>
);

type Kept =
  | { readonly state: 'loading' }
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly release: KeptRelease; readonly isNews: boolean };

function useKeptRelease(uid: string): { kept: Kept; readAgain: () => void } {
  const [kept, setKept] = useState<Kept>({ state: 'loading' });
  const read = useCallback(
    async (isNews: boolean) => {
      const release = await loadRelease(uid);
      setKept(release ? { state: 'ready', release, isNews } : { state: 'none' });
    },
    [uid],
  );
  useEffect(() => {
    void read(false);
  }, [read]);
  return { kept, readAgain: () => void read(true) };
}
