type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

// main.tsx loads this module before the router listens, so that a guard can keep the event from it.
addEventListener('popstate', (event) => guard?.(event));

export function guardHistory(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}
