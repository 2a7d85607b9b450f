const loaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((done) => window.addEventListener('load', done, { once: true }));

export async function whenIdle(): Promise<void> {
  await loaded();
  await new Promise<unknown>((done) => {
    if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 2000 });
    else setTimeout(done, 200);
  });
}

/** Calls once when an element is in sight and the browser idle, or when it is touched. Returns how to give up. */
export function whenSeen(element: Element, call: () => void): () => void {
  const giveUp = new AbortController();
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void whenIdle().then(start);
  });
  const end = () => {
    giveUp.abort();
    observer.disconnect();
  };
  const start = () => {
    if (giveUp.signal.aborted) return;
    end();
    call();
  };
  observer.observe(element);
  for (const event of ['pointerenter', 'pointerdown', 'focusin']) {
    element.addEventListener(event, start, { signal: giveUp.signal });
  }
  return end;
}
