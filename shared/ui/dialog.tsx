import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { CloseIcon } from './icons.tsx';
import { useModal } from './modal.ts';

type DialogProps = {
  open: boolean;
  title: string;
  /** Called by the close button, Escape and the backdrop; never while `busy`. */
  onClose: () => void;
  busy?: boolean;
  /** True for a width of 720 px instead of 460. */
  wide?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal window; a bottom sheet on a phone. The caller owns `open`. */
export function Dialog({
  open,
  title,
  onClose,
  busy = false,
  wide,
  footer,
  children,
}: DialogProps) {
  const titleId = useId();
  const pressedOnBackdrop = useRef(false);
  const close = () => {
    if (!busy) onClose();
  };
  const dialog = useModal(open, close);
  const isBackdrop = (event: MouseEvent) => event.target === dialog.current;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is the backdrop's, its key is Escape
    <dialog
      ref={dialog}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      aria-busy={busy}
      onMouseDown={(event) => {
        pressedOnBackdrop.current = isBackdrop(event);
      }}
      onClick={(event) => {
        if (isBackdrop(event) && pressedOnBackdrop.current) close();
      }}
    >
      <div className="dialog-head">
        <h2 className="h2" id={titleId}>
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          disabled={busy}
          onClick={close}
        >
          <CloseIcon />
        </button>
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  );
}
