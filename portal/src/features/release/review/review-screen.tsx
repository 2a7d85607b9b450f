import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { EmptyState } from '@datchain/shared/ui/empty-state.tsx';
import { Screen } from '../../../app/screen.tsx';
import { SiteLink } from '../../../app/site-link.tsx';
import { ReleaseGate } from '../gate.tsx';
import { Review } from './review.tsx';
import './review.css';
import { useKeptRelease } from './use-kept-release.ts';

/** `/view-dat-submission` (R-REV-01): the release once more, and Submit. */
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
