import { setPreview } from '@datchain/shared/contracts/calls/preview.ts';
import { type Preview, workSeconds } from '@datchain/shared/domain/preview.ts';
import { acceptedBy } from '@datchain/shared/domain/release-files.ts';
import { buttonClass } from '@datchain/shared/ui/button.tsx';
import { useId, useState } from 'react';
import { ClipChooser, StartsAt } from '../../app/clip/clip-chooser.tsx';
import { call } from '../../lib/calls/callables.ts';
import { ChangeDialog } from './change-dialog.tsx';

export type Heard = Pick<Preview, 'start' | 'seconds' | 'songSeconds'>;

type ChangePreviewProps = {
  datId: string;
  before: Heard | undefined;
  onClose: () => void;
  onSaved: (heard: Heard) => void;
};

/**
 * Lets the releaser choose another preview of a released work (N-SND-01). The server cuts it from
 * its own recording; the local file only helps to choose.
 */
export function ChangePreview({ datId, before, onClose, onSaved }: ChangePreviewProps) {
  const formId = useId();
  const [file, setFile] = useState<File>();
  const [start, setStart] = useState(before?.start ?? 0);
  return (
    <ChangeDialog
      wide
      title="Preview"
      formId={formId}
      onClose={onClose}
      onSave={async () => onSaved(await call(setPreview, { datId, previewStart: start }))}
      failure="The preview could not be changed. Try again."
    >
      {file ? (
        <ClipChooser file={file} start={start} onChange={setStart} />
      ) : (
        <StartsAt
          start={start}
          last={before ? before.songSeconds : workSeconds.most}
          onChange={setStart}
        />
      )}
      <div className="own-file">
        <label className={buttonClass({ variant: 'secondary', small: true })}>
          {file ? 'Choose another file' : 'Choose your recording'}
          <input
            type="file"
            className="visually-hidden"
            accept={acceptedBy('audio')}
            aria-describedby={`${formId}-hint`}
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? file)}
          />
        </label>
        <p className="small muted" id={`${formId}-hint`}>
          {file
            ? file.name
            : 'Choose the file you released to see and hear it here. It is not uploaded.'}
        </p>
      </div>
    </ChangeDialog>
  );
}
