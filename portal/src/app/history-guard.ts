/** Called before anyone else hears that the browser went back or forward. */
type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

// Listeners of the window are called in the order they were added: main.tsx loads this module
// before the router begins to listen, so that a guard can keep the event from it.
addEventListener('popstate', (event) => guard?.(event));

/** Sets the guard; returns its end. */
export function guardHistory(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
