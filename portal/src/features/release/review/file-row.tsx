import type { FileUpload } from './submission.ts';
import { percentOf, progressText } from './upload-words.ts';

interface FileRowProps {
  readonly file: FileUpload;
  readonly isMoving: boolean;
}

/** One file on its way: its name, how much of it is there, and a bar. */
export const FileRow = ({ file, isMoving }: FileRowProps) => (
  <li className="review-file">
    <p className="review-file-name">{file.name}</p>
    <p className="small muted">{progressText(file, isMoving)}</p>
    {!file.isStored && (
      <progress max={100} value={percentOf(file)} aria-label={`Upload of ${file.name}`} />
    )}
  </li>
);
