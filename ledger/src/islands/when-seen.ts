/** When the page is there with all its pictures, and the browser has nothing else to do. */
function whenIdle(call: () => void): void {
  if (document.readyState !== 'complete') window.addEventListener('load', () => whenIdle(call));
  else if ('requestIdleCallback' in window) requestIdleCallback(call, { timeout: 2000 });
  else setTimeout(call, 200);
}

/**
 * Calls once when an element is in sight and the browser is idle, or at once when it is touched or
 * gets the focus. Returns how to give up.
 */
export function whenSeen(element: Element, call: () => void): () => void {
  const giveUp = new AbortController();
  const start = () => {
    if (giveUp.signal.aborted) return;
    end();
    call();
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    whenIdle(start);
  });
  const end = () => {
    giveUp.abort();
    observer.disconnect();
  };
  observer.observe(element);
  for (const event of ['pointerenter', 'pointerdown', 'focusin']) {
    element.addEventListener(event, start, { signal: giveUp.signal });
  }
  return end;
}
