import { type ButtonLook, buttonClass } from '@datchain/shared/ui/button.tsx';
import { CloseIcon } from '@datchain/shared/ui/icons.tsx';
import type { ReactNode } from 'react';

/** Attributes of a button that controls a dialog without script; React's types lack them. */
const commandFor = (dialogId: string, command: 'show-modal' | 'close') => ({
  command,
  commandfor: dialogId,
});

type DialogButtonProps = ButtonLook & {
  opens: string;
  label?: string;
  children: ReactNode;
};

export function DialogButton({ opens, label, children, ...look }: DialogButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(look)}
      data-opens={opens}
      {...(label && { 'aria-label': label })}
      {...commandFor(opens, 'show-modal')}
    >
      {children}
    </button>
  );
}

type PageDialogProps = {
  id: string;
  title: string;
  /** 720 px instead of 460. */
  wide?: boolean;
  footer?: ReactNode;
  children: ReactNode;
};

/** A native dialog of a prebuilt page; works without any framework in the browser. */
export function PageDialog({ id, title, wide, footer, children }: PageDialogProps) {
  return (
    <dialog
      id={id}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={`${id}-title`}
    >
      <div className="dialog-head">
        <h2 className="h2" id={`${id}-title`}>
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          data-closes
          {...commandFor(id, 'close')}
        >
          <CloseIcon />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard */}
      <div className="dialog-body" tabIndex={0}>
        {children}
      </div>
      {footer}
    </dialog>
  );
}
