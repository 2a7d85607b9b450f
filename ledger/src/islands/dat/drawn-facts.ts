import type { LiveFacts } from '../../views/dat/editions-view.ts';

export function drawnFacts(): LiveFacts | undefined {
  const facts = document.getElementById('dat-facts')?.textContent;
  return facts ? JSON.parse(facts) : undefined;
}
