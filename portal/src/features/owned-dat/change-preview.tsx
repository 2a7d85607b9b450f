import { setPreview } from '@datchain/shared/contracts/preview-call.ts';
import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { type Preview, workSeconds } from '@datchain/shared/domain/preview.ts';
import { acceptedBy } from '@datchain/shared/domain/release-files.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { type FormEvent, useId, useState } from 'react';
import { ClipChooser, StartsAt } from '../../app/clip/clip-chooser.tsx';
import { ConfirmEmail, useEmailConfirmed } from '../../app/confirm-email.tsx';
import { call } from '../../lib/callables.ts';

/** The part of a work that is heard. */
export type Heard = Pick<Preview, 'start' | 'seconds' | 'songSeconds'>;

type ChangePreviewProps = {
  datId: string;
  /** Undefined for a work without a preview. */
  before: Heard | undefined;
  onClose: () => void;
  onSaved: (heard: Heard) => void;
};

/**
 * Chooses another part of a work that is out (N-SND-01). The server cuts it out of the recording that
 * it has; the file on this device is only there to be seen and heard.
 */
export function ChangePreview({ datId, before, onClose, onSaved }: ChangePreviewProps) {
  const formId = useId();
  const isConfirmed = useEmailConfirmed();
  const [file, setFile] = useState<File>();
  const [start, setStart] = useState(before?.start ?? 0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const move = (to: number) => {
    setStart(to);
    setFailure('');
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isConfirmed || isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      onSaved(await call(setPreview, { datId, previewStart: start }));
    } catch (error) {
      console.warn('The preview was not changed.', error);
      setFailure(sentenceOf(error, 'The preview could not be changed. Try again.'));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      wide
      title="Preview"
      onClose={onClose}
      busy={isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={isBusy || !isConfirmed}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="recording-form"
        noValidate
        onSubmit={(event) => void save(event)}
      >
        {file ? (
          <ClipChooser file={file} start={start} onChange={move} />
        ) : (
          <StartsAt
            start={start}
            last={before ? before.songSeconds : workSeconds.most}
            onChange={move}
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
              : 'The file that you released, to see and hear it here. It is not sent.'}
          </p>
        </div>
      </form>
      <p className="small muted">Everybody can read in the history of the work what changed.</p>
      {failure && (
        <p className="notice notice-alert" role="alert">
          {failure}
        </p>
      )}
      <ConfirmEmail />
    </Dialog>
  );
}
