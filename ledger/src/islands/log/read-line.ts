import { type Flat, readCanonical } from '@datchain/shared/domain/public-log/canonical.ts';
import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import { textOfBytes } from '@datchain/tlog/bytes.ts';
import { readLatest } from '@datchain/tlog/read-proof.ts';
import { readEntries } from '@datchain/tlog/read-tree.ts';
import { TILE_WIDTH, tileIn } from '@datchain/tlog/tiles.ts';
import { lineMembers } from './line-members.ts';

async function findLines(numbers: readonly number[]): Promise<Flat[]> {
  const { size } = (await readLatest(readSiteLog)).tree;
  const found = numbers
    .filter((number) => number <= size)
    .map(async (number) => {
      const tile = tileIn(size, 'entries', Math.floor((number - 1) / TILE_WIDTH));
      const entry = (await readEntries(readSiteLog, tile))[(number - 1) % TILE_WIDTH];
      return readCanonical((entry && textOfBytes(entry)?.trimEnd()) ?? '');
    });
  return (await Promise.all(found)).filter((line) => line !== undefined);
}

async function show(numbers: readonly number[], outcome: HTMLElement): Promise<void> {
  outcome.textContent = 'The log is being read.';
  try {
    const lines = await findLines(numbers);
    if (lines.length > 0) outcome.replaceChildren(...lines.map(lineMembers));
    else outcome.textContent = `The log has no line ${numbers.join(', ')}.`;
  } catch (error) {
    console.warn('The line cannot be read', error);
    outcome.textContent = 'The log could not be read.';
  }
}

export function startReadLine(): void {
  const form = document.querySelector<HTMLFormElement>('#read-line');
  const input = form?.querySelector('input');
  const outcome = document.getElementById('line-outcome');
  if (!form || !input || !outcome) return;
  const showAsked = () => {
    const [, asked] =
      /^#lines?-([1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*)$/.exec(location.hash) ?? [];
    const [first, ...others] = asked?.split(',') ?? [];
    if (first === undefined) return;
    input.value = first;
    form.scrollIntoView();
    void show([first, ...others].map(Number), outcome);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const asked = `#line-${input.valueAsNumber}`;
    if (location.hash === asked) showAsked();
    else location.hash = asked;
  });
  window.addEventListener('hashchange', showAsked);
  showAsked();
}
