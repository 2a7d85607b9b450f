import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The open modals, the topmost last. */
const openModals: HTMLDialogElement[] = [];

/**
 * Opens a native dialog as a modal while `open` is true, and gives the focus back to the element
 * that had it, even when the dialog is removed from the page instead of closed.
 *
 * Only the caller closes: whatever the browser takes for a wish to close (Escape, a phone's back
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
    const opener = document.activeElement;
    const listening = new AbortController();
    const { signal } = listening;

    // On the document: when the pressed button becomes disabled the focus falls out of the dialog.
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (openModals.at(-1) !== dialog) return;
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
    // A browser lets no page refuse a second wish to close in a row; open again, then ask.
    dialog.addEventListener(
      'close',
      () => {
        dialog.showModal();
        dismiss();
      },
      { signal },
    );
    dialog.showModal();
    openModals.push(dialog);
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();

    return () => {
      listening.abort();
      openModals.splice(openModals.indexOf(dialog), 1);
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);

  return ref;
}
