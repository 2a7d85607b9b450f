import { useId } from 'react';
import { useModal } from './modal.ts';

type OverlayProps = {
  open: boolean;
  text: string;
};

const ignoreWish = () => {};

/** Blocks the page while the browser is about to leave it; only the caller can end this. */
export function Overlay({ open, text }: OverlayProps) {
  const overlay = useModal(open, ignoreWish);
  const textId = useId();

  return (
    <dialog ref={overlay} className="overlay" aria-labelledby={textId} aria-busy="true">
      <h3 className="h3" id={textId}>
        {text}
      </h3>
      <div className="overlay-line" />
    </dialog>
  );
}
