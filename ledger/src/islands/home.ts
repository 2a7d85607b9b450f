/** Makes /home live after the first paint: when the browser is idle, or at the first touch. */
export function startHome(): void {
  const container = document.getElementById('market');
  if (!container) return;
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    void import('./mount-market.tsx').then(({ mountMarket }) => mountMarket(container));
  };
  container.addEventListener('pointerdown', start, { once: true });
  container.addEventListener('focusin', start, { once: true });
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
}
