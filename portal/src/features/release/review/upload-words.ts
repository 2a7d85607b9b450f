import { sizeText } from '../../../lib/text/size-text.ts';
import type { FileUpload, Submission } from './submission.ts';

const MEGABYTE = 1024 * 1024;

/** Returns the uploaded part in whole percent; 100 only once the file is stored. */
export const percentOf = ({ sentBytes, totalBytes, isStored }: FileUpload): number =>
  isStored ? 100 : Math.min(99, Math.floor((sentBytes / Math.max(1, totalBytes)) * 100));

/** Formats e.g. 'about 40 s left' or 'about 3 min left'; undefined while the speed is unknown. */
export function timeLeftText({ sentBytes, totalBytes, pace }: FileUpload): string | undefined {
  const { bytesPerSecond } = pace;
  if (!bytesPerSecond) return undefined;
  const seconds = (totalBytes - sentBytes) / bytesPerSecond;
  if (seconds < 5) return 'a few seconds left';
  // Rounded, because exact seconds would jump.
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  if (seconds < 3_600) return `about ${Math.round(seconds / 60)} min left`;
  return 'more than an hour left';
}

/**
 * Formats the line under a file's name, e.g. '31.6 of 58.2 MB, 54%, about 40 s left' while bytes
 * move.
 */
export function progressText(file: FileUpload, isMoving: boolean): string {
  const size = sizeText(file.totalBytes);
  if (file.isStored) return `${size}, uploaded`;
  if (file.sentBytes === 0) return isMoving ? `${size}, waiting` : size;
  const inMegabytes = (file.sentBytes / MEGABYTE).toFixed(1);
  const sent = `${file.totalBytes >= MEGABYTE ? inMegabytes : sizeText(file.sentBytes)} of ${size}`;
  const left = isMoving ? timeLeftText(file) : undefined;
  return [sent, `${percentOf(file)}%`, left].filter(Boolean).join(', ');
}

const ANNOUNCED_STEP = 25;

const fileAnnouncement = (file: FileUpload): string => {
  const percent = Math.floor(percentOf(file) / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return file.isStored ? `${file.name}: uploaded.` : `${file.name}: ${percent}% uploaded.`;
};

export const connectionLost = 'Connection lost. The upload will continue when it is back.';

/** Announces progress to screen readers, at most once for each quarter of a file. */
export function formatAnnouncement(submission: Submission): string {
  switch (submission.step) {
    case 'idle':
    // A failure is an alert of its own.
    case 'failed':
      return '';
    case 'uploading':
      if (submission.isConnectionLost) return connectionLost;
      return fileAnnouncement(
        submission.files.find(({ isStored }) => !isStored) ?? submission.files.at(-1)!,
      );
    case 'paused':
      return 'The upload is paused.';
    case 'calling':
      return 'The release is being made.';
    case 'done':
      return 'The DAT is released.';
  }
}
