import { noTypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import {
  type DraftField,
  type DraftProblem,
  draftProblems,
  keepsFromReview,
} from '@datchain/shared/domain/release/draft.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { type MouseEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { Tabs } from '../../../app/tabs.tsx';
import { BuildMode } from './build-mode.tsx';
import { fieldId } from './field-id.ts';
import { makeErrorAt, stillTrue } from './form-problems.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { Preview } from './preview.tsx';
import { SummaryMode } from './summary-mode.tsx';
import { type DraftControls, useReleaseDraft } from './use-release-draft.ts';

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
      // Renders the problems before the alert blocks the page.
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
            <Mode controls={controls} errorAt={makeErrorAt(problems)} />
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

const missingFilesText = (problems: readonly DraftProblem[]): string => {
  const [first, second] = problems.map(({ field }) => field);
  const files = second ? `${first} and ${second} are` : `${first} is`;
  return `${files.charAt(0).toUpperCase()}${files.slice(1)} still missing. You can review the release without, but not submit it.`;
};

/**
 * Finds a contributor field with unfinished input: an @ name that matches no user, which leaving
 * would lose. A failed lookup blocks nobody from the review (N-FST-05).
 */
const unfinishedCredit = (form: HTMLElement | null): HTMLInputElement | undefined =>
  [...(form?.querySelectorAll<HTMLInputElement>('.tag-input:not(.lookup-failed)') ?? [])].find(
    ({ value }) => value,
  );

/** Removes the draft after a confirmation, because files may be lost. */
function StartOver({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="plain" onClick={() => setIsOpen(true)}>
        Start over
      </Button>
      <Dialog
        open={isOpen}
        title="Start over"
        onClose={close}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              Remove draft
            </Button>
          </>
        }
      >
        <p>
          The draft and its files will be removed from this device. Any account you created stays.
        </p>
      </Dialog>
    </>
  );
}

type ErrorSummaryProps = {
  problems: readonly DraftProblem[];
  ref: Ref<HTMLElement>;
};

/** Facts of the recording are optional: a problem with one means that it is wrong. */
const isWrong = ({ field }: DraftProblem): boolean => field in noTypedFacts;

function formatTitle(problems: readonly DraftProblem[]): string {
  const wrong = problems.filter(isWrong).length;
  const fault = wrong === 0 ? 'missing' : wrong === problems.length ? 'wrong' : 'missing or wrong';
  return problems.length === 1 ? `1 thing is ${fault}` : `${problems.length} things are ${fault}`;
}

function ErrorSummary({ problems, ref }: ErrorSummaryProps) {
  const id = useId();
  if (problems.length === 0) return null;
  return (
    <section className="error-summary" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <h2 className="error-summary-title" id={id}>
        {formatTitle(problems)}
      </h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${fieldId(field)}`} onClick={(event) => goTo(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses the field without changing the address, so that going back leaves the form. */
function goTo(event: MouseEvent, field: DraftField): void {
  event.preventDefault();
  document.getElementById(fieldId(field))?.focus();
}
