import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { ConfirmEmail, useEmailConfirmed } from '../../../app/confirm-email.tsx';
import { Notice } from '../../../app/notice.tsx';
import { SiteLink } from '../../../app/site-link.tsx';
import type { KeptRelease } from '../draft-store.ts';
import { Contributors } from './contributors.tsx';
import { Creator } from './creator.tsx';
import { Previews } from './previews.tsx';
import { ReleaseFacts } from './release-facts.tsx';
import { isBusy } from './submission.ts';
import { SubmissionStatus } from './submission-status.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useSubmission } from './use-submission.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface ReviewProps {
  readonly uid: string;
  readonly kept: KeptRelease;
  /** What is shown was read again because it had changed. */
  readonly isNews: boolean;
  readonly onChanged: () => void;
}

/** Everything that is about to be released, and the one button that does it. */
export function Review({ uid, kept, isNews, onChanged }: ReviewProps) {
  const { state, submit, ...controls } = useSubmission({ uid, kept, onChanged });
  const busy = isBusy(state);
  const isConfirmed = useEmailConfirmed();
  useLeaveWarning(busy, controls.cancel);
  useWakeLock(busy && state.step !== 'paused');
  return (
    <div className="review">
      <Previews kept={kept} />
      <div className="review-text">
        <Creator draft={kept.draft} />
        <ReleaseFacts kept={kept} />
        {kept.draft.mode === 'form' && <Contributors contributors={kept.draft.contributors} />}
        {isNews && <Notice>The draft was changed in another tab. Please check it again.</Notice>}
        <SubmissionStatus state={state} controls={controls} />
        <ConfirmEmail />
        <div className="actions review-actions">
          <Button wide disabled={busy || state.step === 'done' || !isConfirmed} onClick={submit}>
            {busy ? 'Submitting…' : 'Submit'}
          </Button>
          {!busy && state.step !== 'done' && (
            <SiteLink className={buttonClass({ variant: 'secondary', wide: true })} href="/release">
              Edit
            </SiteLink>
          )}
        </div>
      </div>
    </div>
  );
}
