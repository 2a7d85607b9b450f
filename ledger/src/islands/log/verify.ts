import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { checkNote, checkPolicy, isFailure } from '@datchain/tlog/check-note.ts';
import { compareLogs } from '@datchain/tlog/compare.ts';
import { failureText } from '@datchain/tlog/faults.ts';
import { type PublishedCheckpoint, readLatest } from '@datchain/tlog/read-proof.ts';
import {
  checkSize,
  comparisonSaid,
  type LogState,
  stateSentence,
  witnessRows,
} from '../../views/log/log-words.ts';
import { rememberCheckpoint, rememberedCheckpoint } from './log-memory.ts';
import type { OpenedLog } from './opened-log.ts';
import { saveFile } from './save-file.ts';
import { checkEverything } from './verify-everything.ts';
import { startFiles } from './verify-file.ts';
import { paragraph, part, showOutcome, unreadable } from './verify-outcome.ts';
import type { Outcome } from './verify-words.ts';

/** Reads who signed the log. What is wrong with it is shown instead. */
async function open(): Promise<OpenedLog | Outcome> {
  const bytes = await readSiteLog('tlog/policy');
  if (!bytes) return { look: 'unsure', text: 'This site has not published its log yet.' };
  const policy = checkPolicy(bytes);
  if (isFailure(policy)) return { look: 'wrong', text: `Wrong: ${failureText(policy)}` };
  const latest = await readLatest(readSiteLog);
  const note = await checkNote(bytesOfText(latest.text), policy);
  if (isFailure(note)) return { look: 'wrong', text: `Wrong: ${failureText(note)}` };
  return { policy, latest, note };
}

function showState(state: LogState): void {
  const now = Date.now();
  const rows = witnessRows(state, now).map(({ name, whose, seen }) => {
    const row = document.createElement('li');
    row.textContent = `${name}, ${whose}: ${seen}`;
    return row;
  });
  part('state').textContent = stateSentence(state, now);
  part('witnesses').replaceChildren(...rows);
}

/** The two signed statements together prove to anyone that there are two logs. */
function evidence(kept: PublishedCheckpoint, now: PublishedCheckpoint): HTMLElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: 'Save both signed statements' });
  button.className = 'button button-secondary';
  const both = new Blob([`${kept.text}\n${now.text}`], { type: 'text/plain' });
  button.addEventListener('click', () => saveFile('two-logs.txt', both));
  return button;
}

/** Compares the log with what this browser has kept, and keeps it when it goes on from there. */
async function compare({ latest }: OpenedLog): Promise<void> {
  const kept = rememberedCheckpoint();
  const place = part('compared');
  if (!kept) {
    place.replaceChildren(
      paragraph('This browser sees the log for the first time and keeps its checkpoint.', 'small'),
    );
    return rememberCheckpoint(latest);
  }
  const comparison = await compareLogs(readSiteLog, latest.tree, kept.tree);
  const who = 'this browser last saw it';
  const { text, isAlarm } = comparisonSaid(comparison, kept.tree.size, who);
  const shown = paragraph(text, isAlarm ? 'notice notice-alert' : 'small');
  place.replaceChildren(shown, ...(comparison === 'fork' ? [evidence(kept, latest)] : []));
  if (comparison === 'grown') rememberCheckpoint(latest);
}

/** Not `disabled` meanwhile: that would take the focus from those who pressed it by keyboard. */
async function run(button: HTMLButtonElement): Promise<void> {
  if (button.ariaDisabled) return;
  button.ariaDisabled = 'true';
  part('count').textContent = '';
  part('verdict').replaceChildren();
  showOutcome(part('verdict'), await checkEverything());
  button.ariaDisabled = null;
}

async function start(): Promise<void> {
  const opened = await open();
  if ('look' in opened) {
    part('state').textContent = '';
    return showOutcome(part('compared'), opened);
  }
  const { policy, latest, note } = opened;
  const { size } = latest.tree;
  showState({ policy, size, seen: note.seen, isSigned: note.isSigned });
  const button = part<HTMLButtonElement>('all');
  button.textContent = `Check everything (${checkSize(size)})`;
  button.disabled = false;
  button.addEventListener('click', () => void run(button));
  startFiles(opened);
  await compare(opened);
}

export function startVerify(): void {
  start().catch((error) => {
    part('state').textContent = '';
    showOutcome(part('compared'), unreadable(error));
  });
}
