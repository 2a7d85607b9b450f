import { UNKNOWN } from '@datchain/shared/domain/format.ts';
import {
  type ContributorList,
  type Contributors as Credited,
  contributorLists,
} from '@datchain/shared/domain/release/contributors.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { useEffect } from 'react';
import { ConfirmEmail, useEmailConfirmed } from '../../../app/confirm-email.tsx';
import { Notice } from '../../../app/notice.tsx';
import { SiteLink } from '../../../app/site-link.tsx';
import type { KeptRelease } from '../draft-store.ts';
import { Creator } from './creator.tsx';
import { Previews } from './previews.tsx';
import { ReleaseFacts } from './release-facts.tsx';
import { isBusy } from './submission.ts';
import { SubmissionStatus } from './submission-status.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useSubmission } from './use-submission.ts';

interface ReviewProps {
  readonly uid: string;
  readonly kept: KeptRelease;
  readonly isNews: boolean;
  readonly onChanged: () => void;
}

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

/** Keeps the screen awake: a phone that goes to sleep would stop an upload. */
function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isEnded = false;
    // The browser releases the lock when the page is hidden, and refuses one when power is low.
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isEnded) void lock?.release();
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      isEnded = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [isOn]);
}

/** In the order of the review (R-REV-01). */
const order: readonly ContributorList[] = [
  'artistFeatures',
  'producers',
  'songwriters',
  'recordLabels',
];

const labelOf = (list: ContributorList): string =>
  contributorLists.find((one) => one.list === list)?.label ?? list;

const Contributors = ({ contributors }: { contributors: Credited }) => (
  <section aria-labelledby="review-credits">
    <h2 className="h2" id="review-credits">
      Credits
    </h2>
    <dl className="review-credits">
      {order.map((list) => (
        <div key={list}>
          <dt className="small muted">{labelOf(list)}</dt>
          {contributors[list].length === 0 && <dd>{UNKNOWN}</dd>}
          {contributors[list].map(({ tag }) => (
            <dd key={tag} dir="auto">
              {tag}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  </section>
);
