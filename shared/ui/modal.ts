import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

type OpenModal = { readonly dialog: HTMLDialogElement; opener: Element | null };

/** The stack of open modals, the topmost last. */
const openModals: OpenModal[] = [];

const focusFirst = (dialog: HTMLDialogElement): void =>
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();

function giveBack(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus();
  const below = openModals.at(-1);
  if (below && document.activeElement === document.body) focusFirst(below.dialog);
}

/**
 * Opens a native dialog as a modal while `open` is true, and restores the focus afterwards, even if the
 * dialog is removed instead of closed.
 *
 * Only the caller closes it: requests of the browser (Escape, a phone's back gesture) call `onDismiss`,
 * which may ignore them.
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

    // The document listens: the focus leaves the dialog when the pressed button becomes disabled.
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
    // Browsers do not let a page refuse a second close request in a row, so it reopens first, then asks.
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
      // Nothing behind another modal can take the focus: that modal restores it when it closes.
      if (above) above.opener = modal.opener;
      else giveBack(modal.opener);
    };
  }, [open]);

  return ref;
}
