import type { Flat } from '@datchain/shared/domain/public-log/canonical.ts';
import { readLogLine } from '@datchain/shared/domain/public-log/lines.ts';
import { datHref, lineHref } from '../../views/page/addresses.ts';
import { linesOfLog } from './log-bytes.ts';

/** The lines of the published log with these numbers, as far as the log has them. */
async function findLines(numbers: ReadonlySet<number>): Promise<Flat[]> {
  const found: Flat[] = [];
  let place = 0;
  for await (const text of linesOfLog()) {
    place += 1;
    const fields = numbers.has(place) && readLogLine(text.slice(0, -1))?.fields;
    if (fields) found.push(fields);
    if (found.length === numbers.size) break;
  }
  return found;
}

const linkTo = (href: string, text: string): HTMLAnchorElement =>
  Object.assign(document.createElement('a'), { href, textContent: text });

/** What a member says; a DAT and the line that is taken back can be followed. */
function shownAs(name: string, value: string | number): Node {
  if (name === 'corrects' && value !== 0) return linkTo(lineHref(Number(value)), String(value));
  if (name === 'datId') return linkTo(datHref(String(value)), String(value));
  return document.createTextNode(String(value));
}

function membersOf(line: Flat): HTMLDListElement {
  const list = document.createElement('dl');
  list.className = 'line-members';
  for (const [name, value] of Object.entries(line)) {
    const [term, said] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    said.append(shownAs(name, value));
    list.append(term, said);
  }
  return list;
}

async function show(numbers: readonly number[], outcome: HTMLElement): Promise<void> {
  outcome.textContent = 'The log is being read.';
  try {
    const lines = await findLines(new Set(numbers));
    if (lines.length > 0) outcome.replaceChildren(...lines.map(membersOf));
    else outcome.textContent = `The log has no line ${numbers.join(', ')}.`;
  } catch (error) {
    console.warn('The line cannot be read', error);
    outcome.textContent = 'The log could not be read.';
  }
}

/** Shows the lines that the address names, and lets a number be asked for. */
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
