import type { SongFileKind } from '@datchain/shared/domain/release/upload-path.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { type Pace, paceAfter, startingPace } from './pace.ts';

/** A file being uploaded; `sentBytes` equals `totalBytes` once it is stored. */
export interface FileUpload {
  readonly kind: SongFileKind;
  readonly name: string;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly pace: Pace;
  readonly isStored: boolean;
}

export interface Failure {
  readonly message: string;
  /**
   * Whether the release may have been made anyway: no answer came, or only one that the server
   * failed, perhaps midway.
   */
  readonly mayBeMade: false | 'unanswered' | 'answered';
  readonly areUploadsGone?: boolean;
}

/** The state of a submission (R-REV-07); `isStopped` after a cancellation. */
export type Submission =
  | { readonly step: 'idle'; readonly isStopped: boolean }
  | {
      readonly step: 'uploading';
      readonly files: readonly FileUpload[];
      readonly isConnectionLost: boolean;
    }
  | { readonly step: 'paused'; readonly files: readonly FileUpload[] }
  | { readonly step: 'calling'; readonly files: readonly FileUpload[] }
  | { readonly step: 'failed'; readonly files: readonly FileUpload[]; readonly failure: Failure }
  | { readonly step: 'done'; readonly datId: string };

export type SubmissionEvent =
  | { readonly type: 'begun'; readonly files: readonly FileUpload[] }
  | {
      readonly type: 'sent';
      readonly kind: SongFileKind;
      readonly sentBytes: number;
      readonly at: Millis;
    }
  | { readonly type: 'stored'; readonly kind: SongFileKind }
  | { readonly type: 'connection'; readonly isLost: boolean }
  | { readonly type: 'paused' }
  | { readonly type: 'resumed'; readonly at: Millis }
  | { readonly type: 'called' }
  | { readonly type: 'cancelled' }
  | ({ readonly type: 'failed' } & Failure)
  | { readonly type: 'released'; readonly datId: string };

export const idle: Submission = { step: 'idle', isStopped: false };

export const newUpload = (
  kind: SongFileKind,
  { name, size }: { readonly name: string; readonly size: number },
  at: Millis,
): FileUpload => ({
  kind,
  name,
  totalBytes: size,
  sentBytes: 0,
  pace: startingPace(0, at),
  isStored: false,
});

export const isBusy = ({ step }: Submission): boolean =>
  step === 'uploading' || step === 'paused' || step === 'calling';

export const filesOf = (submission: Submission): readonly FileUpload[] =>
  'files' in submission ? submission.files : [];

function changed<Step extends Submission & { files: readonly FileUpload[] }>(
  submission: Step,
  kind: SongFileKind,
  change: (file: FileUpload) => FileUpload,
): Step {
  const files = submission.files.map((file) => (file.kind === kind ? change(file) : file));
  return { ...submission, files };
}

const sent =
  (sentBytes: number, at: Millis) =>
  (file: FileUpload): FileUpload =>
    file.isStored ? file : { ...file, sentBytes, pace: paceAfter(file.pace, sentBytes, at) };

const stored = (file: FileUpload): FileUpload => ({
  ...file,
  sentBytes: file.totalBytes,
  isStored: true,
});

/** Returns the next state; events that do not belong to the current step change nothing. */
export function afterEvent(submission: Submission, event: SubmissionEvent): Submission {
  if (event.type === 'begun') {
    if (isBusy(submission) || submission.step === 'done') return submission;
    const { files } = event;
    return files.length > 0
      ? { step: 'uploading', files, isConnectionLost: false }
      : { step: 'calling', files };
  }
  const files = filesOf(submission);
  if (event.type === 'failed' && submission.step !== 'done') {
    const { message, mayBeMade, areUploadsGone } = event;
    const failure = { message, mayBeMade };
    return { step: 'failed', files: areUploadsGone ? [] : files, failure };
  }
  if (!isBusy(submission)) return submission;
  switch (event.type) {
    case 'released':
      return submission.step === 'calling' ? { step: 'done', datId: event.datId } : submission;
    case 'called':
      return { step: 'calling', files };
    case 'failed':
      return submission;
    default:
      return submission.step === 'uploading' || submission.step === 'paused'
        ? afterUploadEvent(submission, event)
        : submission;
  }
}

type Uploading = Extract<Submission, { step: 'uploading' | 'paused' }>;
type UploadEvent = Exclude<SubmissionEvent, { type: 'begun' | 'failed' | 'released' | 'called' }>;

function afterUploadEvent(submission: Uploading, event: UploadEvent): Submission {
  const { files } = submission;
  switch (event.type) {
    case 'cancelled':
      return { step: 'idle', isStopped: true };
    case 'stored':
      return changed(submission, event.kind, stored);
    case 'sent':
      return changed(submission, event.kind, sent(event.sentBytes, event.at));
    case 'paused':
      return { step: 'paused', files };
    case 'resumed': {
      if (submission.step !== 'paused') return submission;
      const restarted = files.map((file) => ({
        ...file,
        pace: startingPace(file.sentBytes, event.at),
      }));
      return { step: 'uploading', files: restarted, isConnectionLost: false };
    }
    case 'connection':
      return submission.step === 'uploading'
        ? { ...submission, isConnectionLost: event.isLost }
        : submission;
  }
}
