import type { LiveFacts } from '../../views/dat/editions-view.ts';

/** The facts that the page was drawn from. */
export function drawnFacts(): LiveFacts | undefined {
  const facts = document.getElementById('dat-facts')?.textContent;
  return facts ? JSON.parse(facts) : undefined;
}
