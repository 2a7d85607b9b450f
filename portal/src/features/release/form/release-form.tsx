import {
  type DraftProblem,
  draftProblems,
  keepsFromReview,
} from '@datchain/shared/domain/release/draft.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { Tabs } from '../../../app/tabs.tsx';
import { BuildMode } from './build-mode.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { errorAtOf, stillTrue } from './form-problems.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { Preview } from './preview.tsx';
import { StartOver } from './start-over.tsx';
import { SummaryMode } from './summary-mode.tsx';
import { type DraftControls, useReleaseDraft } from './use-release-draft.ts';

/** The form of a user, once their draft is read. */
export function ReleaseForm({ uid }: { uid: string }) {
  const controls = useReleaseDraft(uid);
  const [round, setRound] = useState(0);
  if (!controls) return <FormSkeleton />;
  const startOver = async () => {
    await controls.startOver();
    setRound(round + 1);
  };
  return (
    <Form
      key={round}
      isFresh={round > 0}
      controls={controls}
      onStartOver={() => void startOver()}
    />
  );
}

const modes = [
  { name: 'form', text: 'Build via Form' },
  { name: 'summary', text: 'Search Existing Release' },
] as const;

type FormProps = {
  controls: DraftControls;
  onStartOver: () => void;
  /** Started over: the focus was on a button that is gone. */
  isFresh: boolean;
};

function Form({ controls, onStartOver, isFresh }: FormProps) {
  const { draft, artwork, audio, change, keepNow } = controls;
  const [asked, setAsked] = useState<readonly DraftProblem[]>([]);
  const element = useRef<HTMLDivElement>(null);
  const summary = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (isFresh) element.current?.querySelector<HTMLElement>('[role="tab"]')?.focus();
  }, [isFresh]);
  const now = draftProblems(draft, { hasArtwork: artwork !== null, hasAudio: audio !== null });
  const problems = stillTrue(asked, now);
  const Mode = draft.mode === 'form' ? BuildMode : SummaryMode;

  const review = async () => {
    const first = now.find(keepsFromReview);
    if (first) {
      // Said on the page before the alert holds it.
      flushSync(() => setAsked(now));
      await new Promise((resolve) => setTimeout(resolve));
      alert(first.message);
      summary.current?.focus();
      return;
    }
    const unfinished = unfinishedCredit(element.current);
    if (unfinished) return unfinished.focus();
    keepNow();
    await navigate('/view-dat-submission');
  };

  return (
    <div className="form-page" ref={element}>
      <div>
        <Tabs
          label="How to release"
          tabs={modes}
          current={draft.mode}
          onChange={(mode) => change({ mode })}
        >
          <div className="release-fields">
            <ErrorSummary problems={problems} ref={summary} />
            <Mode controls={controls} errorAt={errorAtOf(problems)} />
            {now.length > 0 && !now.some(keepsFromReview) && (
              <p className="small muted">{missingFilesText(now)}</p>
            )}
            <div className="release-actions">
              <Button wide onClick={() => void review()}>
                Review release
              </Button>
              <StartOver onConfirm={onStartOver} />
            </div>
          </div>
        </Tabs>
      </div>
      <Preview controls={controls} />
    </div>
  );
}

/** What the review shows as not selected, and the submission asks for. */
const missingFilesText = (problems: readonly DraftProblem[]): string => {
  const [first, second] = problems.map(({ field }) => field);
  const files = second ? `${first} and ${second} are` : `${first} is`;
  return `${files.charAt(0).toUpperCase()}${files.slice(1)} still missing. You can review the release without, but not submit it.`;
};

/**
 * A name with an @ that is no one's (yet): its field says so, and going on would lose it. A name
 * whose lookup failed, as its field says too, keeps nobody from the review (N-FST-05).
 */
const unfinishedCredit = (form: HTMLElement | null): HTMLInputElement | undefined =>
  [...(form?.querySelectorAll<HTMLInputElement>('.tag-input:not(.lookup-failed)') ?? [])].find(
    ({ value }) => value,
  );
