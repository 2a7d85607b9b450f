import { Button } from '@datchain/shared/ui/button.tsx';
import { Notice } from '../../../app/notice.tsx';
import { type Failure, type FileUpload, filesOf, type Submission } from './submission.ts';
import { connectionLost, formatAnnouncement, percentOf, progressText } from './upload-words.ts';

interface Controls {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

export function SubmissionStatus({ state, controls }: { state: Submission; controls: Controls }) {
  const files = filesOf(state);
  const isMoving = state.step === 'uploading' && !state.isConnectionLost;
  return (
    <div className="review-status">
      <p className="visually-hidden" role="status">
        {formatAnnouncement(state)}
      </p>
      {files.length > 0 && (
        <ul className="review-files" aria-label="Uploads">
          {files.map((file) => (
            <FileRow key={file.kind} file={file} isMoving={isMoving} />
          ))}
        </ul>
      )}
      {state.step === 'uploading' && state.isConnectionLost && (
        <p className="notice">{connectionLost}</p>
      )}
      <UploadControls state={state} controls={controls} />
      {state.step === 'calling' && <p className="small muted">The release is being made…</p>}
      {state.step === 'idle' && state.isStopped && (
        <Notice>Stopped. Uploaded parts are kept: Submit continues from there.</Notice>
      )}
      {state.step === 'failed' && <FailureNotice failure={state.failure} />}
      {state.step === 'done' && (
        <p className="notice">
          Released.{' '}
          {state.datId ? (
            <a href={`/viewdat/${state.datId}`}>See the DAT</a>
          ) : (
            <a href="/dats">See all DATS</a>
          )}
        </p>
      )}
    </div>
  );
}

function UploadControls({ state, controls }: { state: Submission; controls: Controls }) {
  if (state.step !== 'uploading' && state.step !== 'paused') return null;
  const isPaused = state.step === 'paused';
  return (
    <div className="actions">
      <Button variant="secondary" small onClick={isPaused ? controls.resume : controls.pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="secondary" small onClick={controls.cancel}>
        Cancel
      </Button>
    </div>
  );
}

const unsure = {
  unanswered: 'There was no answer, so the release may have been made.',
  answered: 'The server may still finish what it started.',
} as const;

const FailureNotice = ({ failure }: { failure: Failure }) => (
  <div className="notice notice-alert" role="alert">
    <p>{failure.message}</p>
    {failure.mayBeMade && (
      <p>{unsure[failure.mayBeMade]} Submitting again is safe: the release is made only once.</p>
    )}
  </div>
);

interface FileRowProps {
  readonly file: FileUpload;
  readonly isMoving: boolean;
}

const FileRow = ({ file, isMoving }: FileRowProps) => (
  <li className="review-file">
    <p className="review-file-name">{file.name}</p>
    <p className="small muted">{progressText(file, isMoving)}</p>
    {!file.isStored && (
      <progress max={100} value={percentOf(file)} aria-label={`Upload of ${file.name}`} />
    )}
  </li>
);
