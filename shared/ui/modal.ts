import { type RefObject, useEffect, useRef } from 'react';

/**
 * Opens a native dialog as a modal while `open` is true, and gives the focus back to the element
 * that had it, even when the dialog is removed from the page instead of closed.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
  return ref;
}
