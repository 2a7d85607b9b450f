/**
 * Adds to the script-free top bar what the platform does not do by itself: Escape, a press
 * elsewhere and leaving by keyboard close what is open; choosing a link closes it too.
 * Ledger pages inline it; the portal's bar calls it when it mounts. Returns the undo.
 */
export function enhanceTopBar(bar: HTMLElement): () => void {
  const menu = bar.querySelector<HTMLElement>('.menu');
  const market = bar.querySelector('details');
  if (!menu || !market) return () => {};
  const listening = new AbortController();
  const { signal } = listening;

  const closeMarket = () => {
    market.open = false;
  };
  const closeMenu = () => {
    if (menu.matches(':popover-open')) menu.hidePopover();
  };

  bar.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !market.open) return;
      // The first Escape closes the inner list only; the menu around it needs a second one.
      event.preventDefault();
      if (market.contains(document.activeElement)) market.querySelector('summary')?.focus();
      closeMarket();
    },
    { signal },
  );
  bar.addEventListener(
    'focusout',
    (event) => {
      const next = event.relatedTarget as Node | null;
      if (!next) return;
      if (!market.contains(next)) closeMarket();
      if (!menu.contains(next)) closeMenu();
    },
    { signal },
  );
  bar.addEventListener(
    'click',
    (event) => {
      if (!(event.target as Element).closest('a')) return;
      closeMarket();
      closeMenu();
    },
    { signal },
  );
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (!market.contains(event.target as Node)) closeMarket();
    },
    { signal },
  );
  matchMedia('(width < 600px)').addEventListener('change', closeMenu, { signal });
  return () => listening.abort();
}
