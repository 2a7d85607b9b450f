import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';
import { formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import { faults, type Verdict } from '@datchain/shared/domain/public-log/verdict.ts';
import { type LogSources, verifyLog } from './verify-log.ts';

const names = { log: 'the log', checkpoints: 'the checkpoints', keys: 'the keys' };
const published: LogSources = {
  log: '/data/v1/ledger.jsonl',
  checkpoints: '/data/v1/checkpoints.jsonl',
  keys: '/data/v1/log-keys.json',
};

/** The verdict in words. */
function sentence(verdict: Verdict): string {
  if (!verdict.ok) {
    const { where, line, fault } = verdict;
    return `Line ${formatCount(line)} of ${names[where]} ${faults[fault]}.`;
  }
  if (verdict.checkpoints === 0) return 'The log is empty, and valid.';
  const signed = formatDateTime(Date.parse(verdict.at));
  return `All ${formatCount(verdict.lines)} lines are valid, and signed up to ${signed}.`;
}

const fileOf = (form: HTMLFormElement, name: string): File | undefined => {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input.files?.[0] : undefined;
};

/** The chosen files; the site's own where none was chosen. */
function sourcesOf(form: HTMLFormElement): LogSources {
  return {
    log: fileOf(form, 'log') ?? published.log,
    checkpoints: fileOf(form, 'checkpoints') ?? published.checkpoints,
    keys: fileOf(form, 'keys') ?? published.keys,
    kept: fileOf(form, 'kept'),
  };
}

interface Parts {
  readonly form: HTMLFormElement;
  readonly button: HTMLButtonElement;
  readonly progress: HTMLProgressElement;
  readonly count: HTMLElement;
  readonly verdict: HTMLElement;
  readonly head: HTMLElement;
}

function findParts(): Parts | undefined {
  const form = document.querySelector<HTMLFormElement>('#verify');
  const button = form?.querySelector('button');
  const progress = document.querySelector<HTMLProgressElement>('#verify-progress');
  const [count, verdict, head] = ['count', 'verdict', 'head'].map((name) =>
    document.getElementById(`verify-${name}`),
  );
  if (!form || !button || !progress || !count || !verdict || !head) return undefined;
  return { form, button, progress, count, verdict, head };
}

async function run(parts: Parts): Promise<void> {
  const { form, button, progress, count, verdict, head } = parts;
  button.disabled = true;
  progress.hidden = false;
  progress.removeAttribute('value');
  verdict.textContent = '';
  verdict.className = '';
  head.textContent = '';
  const tell = (read: number, all: number) => {
    if (all > 0) progress.value = Math.min(1, read / all);
    count.textContent = `${formatCount(read)} of ${formatCount(Math.max(read, all))} lines`;
  };
  try {
    const found = await verifyLog(sourcesOf(form), tell);
    verdict.textContent = sentence(found);
    verdict.className = found.ok ? 'h2' : 'notice notice-alert';
    if (found.ok && found.head) head.textContent = `Hash of the last line: ${found.head}`;
  } catch (error) {
    console.warn('The log cannot be verified', error);
    verdict.textContent = `The log could not be read. ${sentenceOf(error, 'Check the connection and try again.')}`;
    verdict.className = 'notice';
  } finally {
    button.disabled = false;
    progress.hidden = true;
  }
}

/** Makes the page Verify work. All of its code is here: once loaded it needs no network. */
export function startVerify(): void {
  const parts = findParts();
  if (!parts) return;
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(parts);
  });
  parts.button.disabled = false;
}
