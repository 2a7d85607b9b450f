import type { Flat } from '@datchain/shared/domain/public-log/canonical.ts';
import { readLogLine } from '@datchain/shared/domain/public-log/lines.ts';
import { datHref, lineHref } from '../views/addresses.ts';
import { linesOf, openSource } from './log-bytes.ts';

/** The line of the published log with this number; undefined when the log has none. */
async function findLine(number: number): Promise<Flat | undefined> {
  let place = 0;
  for await (const text of linesOf(await openSource('/data/v1/ledger.jsonl'))) {
    place += 1;
    if (place === number) return readLogLine(text.slice(0, -1))?.fields;
  }
  return undefined;
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

async function show(number: number, outcome: HTMLElement): Promise<void> {
  outcome.textContent = 'The log is being read.';
  try {
    const line = await findLine(number);
    if (line) outcome.replaceChildren(membersOf(line));
    else outcome.textContent = `The log has no line ${number}.`;
  } catch (error) {
    console.warn('The line cannot be read', error);
    outcome.textContent = 'The log could not be read.';
  }
}

/** Shows the line that the address names, and lets a number be asked for. */
export function startReadLine(): void {
  const form = document.querySelector<HTMLFormElement>('#read-line');
  const input = form?.querySelector('input');
  const outcome = document.getElementById('line-outcome');
  if (!form || !input || !outcome) return;
  const showAsked = () => {
    const [, number] = /^#line-([1-9][0-9]{0,14})$/.exec(location.hash) ?? [];
    if (number === undefined) return;
    input.value = number;
    form.scrollIntoView();
    void show(Number(number), outcome);
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
