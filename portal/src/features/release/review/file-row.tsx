import type { FileUpload, Submission } from './submission.ts';
import { percentOf, progressText } from './upload-words.ts';

interface FileRowProps {
  readonly file: FileUpload;
  readonly step: Submission['step'];
}

/** One file on its way: its name, how much of it is there, and a bar. */
export const FileRow = ({ file, step }: FileRowProps) => (
  <li className="review-file">
    <p className="review-file-name">{file.name}</p>
    <p className="small muted">{progressText(file, step)}</p>
    {!file.isStored && (
      <progress max={100} value={percentOf(file)} aria-label={`Upload of ${file.name}`} />
    )}
  </li>
);
