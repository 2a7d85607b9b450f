import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ConfirmEmail, useEmailConfirmed } from '../../app/confirm-email.tsx';
import { Alert } from '../../app/notice.tsx';

type ChangeDialogProps = {
  title: string;
  /** The form's id, and the prefix of its fields' ids. */
  formId: string;
  /** Makes it 720 px wide instead of 460. */
  wide?: boolean;
  onClose: () => void;
  /** Runs before anything is sent; returns false when the form has errors. */
  onTry?: () => boolean;
  /** @throws when it was not saved; the error's own sentence is shown, or else `failure` */
  onSave: () => Promise<void>;
  failure: string;
  children: ReactNode;
};

export function ChangeDialog(props: ChangeDialogProps) {
  const { title, formId, wide = false, onClose, onTry, onSave, failure, children } = props;
  const isConfirmed = useEmailConfirmed();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem('');
    if ((onTry && !onTry()) || !isConfirmed || isBusy) return;
    setBusy(true);
    try {
      await onSave();
    } catch (error) {
      console.warn(failure, error);
      setProblem(readErrorSentence(error, failure));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      wide={wide}
      title={title}
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
        onChange={() => setProblem('')}
        onSubmit={(event) => void save(event)}
      >
        {children}
      </form>
      <p className="small muted">Everyone can see the change in the work’s history.</p>
      {problem && <Alert>{problem}</Alert>}
      <ConfirmEmail />
    </Dialog>
  );
}
