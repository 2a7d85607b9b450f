import { Button } from '@datchain/shared/ui/button.tsx';
import { Dialog } from '@datchain/shared/ui/dialog.tsx';
import { useState } from 'react';

/** Removes the draft, after a question: files may be among it. */
export function StartOver({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="plain" onClick={() => setIsOpen(true)}>
        Start over
      </Button>
      <Dialog
        open={isOpen}
        title="Start over"
        onClose={close}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              Remove draft
            </Button>
          </>
        }
      >
        <p>
          The draft and its files will be removed from this device. Any account you created stays.
        </p>
      </Dialog>
    </>
  );
}
