/**
 * Adds behaviour to the script-free top bar: Escape, a press elsewhere, leaving by keyboard and choosing a
 * link close open lists. Ledger pages inline it; the portal's bar calls it when it mounts.
 *
 * @returns a function that removes the listeners
 */
export function enhanceTopBar(bar: HTMLElement): () => void {
  const menu = bar.querySelector<HTMLElement>('.menu');
  if (!menu) return () => {};
  const lists = [...bar.querySelectorAll('details')];
  const listening = new AbortController();
  const { signal } = listening;

  const closeLists = (kept?: Node) => {
    for (const list of lists) if (!kept || !list.contains(kept)) list.open = false;
  };
  const closeMenu = () => {
    if (menu.matches(':popover-open')) menu.hidePopover();
  };

  bar.addEventListener(
    'keydown',
    (event) => {
      const open = lists.find((list) => list.open);
      if (event.key !== 'Escape' || !open) return;
      // The first Escape closes only the inner list; the menu around it needs a second one.
      event.preventDefault();
      if (open.contains(document.activeElement)) open.querySelector('summary')?.focus();
      closeLists();
    },
    { signal },
  );
  bar.addEventListener(
    'focusout',
    (event) => {
      const next = event.relatedTarget as Node | null;
      if (!next) return;
      closeLists(next);
      if (!menu.contains(next)) closeMenu();
    },
    { signal },
  );
  bar.addEventListener(
    'click',
    (event) => {
      if (!(event.target as Element).closest('a')) return;
      closeLists();
      closeMenu();
    },
    { signal },
  );
  document.addEventListener(
    'pointerdown',
    (event) => {
      closeLists(event.target as Node);
    },
    { signal },
  );
  matchMedia('(width < 37.5em)').addEventListener('change', closeMenu, { signal });
  return () => listening.abort();
}
