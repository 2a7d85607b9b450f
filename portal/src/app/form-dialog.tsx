import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import type { ReactNode } from 'react';
import { Alert } from './notice.tsx';

type FormDialogProps = {
  title: string;
  /** Whether what was asked for is being done: nothing else can be pressed meanwhile. */
  isBusy: boolean;
  /** On the button that does it, and while it is being done. */
  verb: string;
  busyVerb?: string;
  /** It cannot be taken back: the way out is the first button. */
  isGrave?: boolean | undefined;
  /** Instead of Cancel. */
  wayOut?: ReactNode;
  /** A third button, beside the way out. */
  also?: ReactNode;
  /** Why it was not done; empty for nothing. */
  problem: string;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog of one form: fields, what went wrong, and its buttons. */
export function FormDialog({
  title,
  isBusy,
  verb,
  busyVerb = 'One moment…',
  isGrave = false,
  wayOut,
  also,
  problem,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      busy={isBusy}
      footer={
        <>
          {wayOut ?? (
            <Button variant="secondary" disabled={isBusy} onClick={onClose}>
              Cancel
            </Button>
          )}
          {also}
          <Button
            type="submit"
            form="dialog-form"
            disabled={isBusy}
            variant={isGrave ? 'secondary' : 'primary'}
            data-grave={isGrave || undefined}
          >
            {isBusy ? busyVerb : verb}
          </Button>
        </>
      }
    >
      <form
        id="dialog-form"
        className="stack dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void onSubmit();
        }}
      >
        {children}
        {problem && <Alert>{problem}</Alert>}
      </form>
    </Dialog>
  );
}
