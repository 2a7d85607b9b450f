import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** An open modal, and what had the focus before. */
type OpenModal = { readonly dialog: HTMLDialogElement; opener: Element | null };

/** The open modals, the topmost last. */
const openModals: OpenModal[] = [];

const focusFirst = (dialog: HTMLDialogElement): void =>
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();

/** Gives the focus back, or to the modal below if the element can no longer take it. */
function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus();
  const below = openModals.at(-1);
  if (below && document.activeElement === document.body) focusFirst(below.dialog);
}

/**
 * Opens a native dialog as a modal while `open` is true, and gives the focus back to the element
 * that had it, even when the dialog is removed from the page instead of closed.
 *
 * Only the caller closes: whatever the browser treats as a request to close (Escape, a phone's back
 * gesture) is passed to `onDismiss`, which may ignore it.
 */
export function useModal(
  open: boolean,
  onDismiss: () => void,
): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const modal: OpenModal = { dialog, opener: document.activeElement };
    const listening = new AbortController();
    const { signal } = listening;

    // On the document: when the pressed button becomes disabled the focus falls out of the dialog.
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (openModals.at(-1) !== modal) return;
        event.preventDefault();
        dismiss();
      },
      { signal },
    );
    dialog.addEventListener(
      'cancel',
      (event) => {
        event.preventDefault();
        dismiss();
      },
      { signal },
    );
    // Browsers do not let a page refuse a second close request in a row; so open it again, then
    // ask.
    dialog.addEventListener(
      'close',
      () => {
        dialog.showModal();
        dismiss();
      },
      { signal },
    );
    dialog.showModal();
    openModals.push(modal);
    focusFirst(dialog);

    return () => {
      listening.abort();
      const place = openModals.indexOf(modal);
      openModals.splice(place, 1);
      dialog.close();
      const above = openModals[place];
      // Behind another modal nothing can take the focus: that one gives it back when it closes.
      if (above) above.opener = modal.opener;
      else giveBack(modal.opener);
    };
  }, [open]);

  return ref;
}
