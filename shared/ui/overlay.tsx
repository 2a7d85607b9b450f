import { useEffect, useId } from 'react';
import { useModal } from './modal.ts';

type OverlayProps = {
  open: boolean;
  /** What is going on, e.g. 'Opening Stripe…'. */
  text: string;
};

/** Blocks the page while the browser is about to leave it; only the caller can end it. */
export function Overlay({ open, text }: OverlayProps) {
  const overlay = useModal(open);
  const textId = useId();
  useEffect(() => {
    // React does not know the attribute yet; it stops a phone's back gesture from closing.
    overlay.current?.setAttribute('closedby', 'none');
  }, [overlay]);

  return (
    <dialog
      ref={overlay}
      className="overlay"
      aria-labelledby={textId}
      aria-busy="true"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => event.preventDefault()}
    >
      <h3 className="h3" id={textId}>
        {text}
      </h3>
      <div className="overlay-line" />
    </dialog>
  );
}
