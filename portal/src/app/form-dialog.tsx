import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import type { ReactNode } from 'react';
import { Alert } from './notice.tsx';

type FormDialogProps = {
  title: string;
  isBusy: boolean;
  verb: string;
  busyVerb?: string;
  /** Whether the action cannot be undone: the way out is then the first button. */
  isGrave?: boolean | undefined;
  wayOut?: ReactNode;
  also?: ReactNode;
  problem: string;
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

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
