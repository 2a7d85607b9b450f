import { readSiteLog } from '@datchain/shared/ui/site-log.ts';
import { checkProof } from '@datchain/tlog/check-proof.ts';
import { compareLogs } from '@datchain/tlog/compare.ts';
import { readPublished } from '@datchain/tlog/read-proof.ts';
import { comparisonSaid } from '../../views/log/log-words.ts';
import type { OpenedLog } from './opened-log.ts';
import { checkEverything } from './verify-everything.ts';
import { showOutcome, unreadable } from './verify-outcome.ts';
import { type Outcome, proofOutcome } from './verify-words.ts';

/** Checks a file that someone kept: by its content it is a proof, a checkpoint or the log's lines. */
async function outcomeOf(file: File, { policy, latest }: OpenedLog): Promise<Outcome> {
  const beginning = await file.slice(0, 200_000).text();
  if (beginning.startsWith('c2sp.org/tlog-proof')) {
    return proofOutcome(await checkProof(await file.text(), policy));
  }
  const kept = readPublished(beginning)?.tree;
  if (kept) {
    const comparison = await compareLogs(readSiteLog, latest.tree, kept);
    const { text, isAlarm } = comparisonSaid(comparison, kept.size, 'your checkpoint has it');
    return { look: isAlarm ? 'wrong' : comparison === 'other' ? 'unsure' : 'sound', text };
  }
  if (!beginning.startsWith('{"seq":')) {
    return {
      look: 'wrong',
      text: 'This file is not a proof, a checkpoint or ledger.jsonl, or it was changed.',
    };
  }
  return checkEverything(new Uint8Array(await file.arrayBuffer()));
}

export function startFiles(opened: OpenedLog): void {
  const field = document.getElementById('verify-drop');
  const input = field?.querySelector('input');
  const place = document.getElementById('verify-file-outcome');
  if (!field || !input || !place) return;
  const check = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    place.textContent = `${file.name} is being checked.`;
    showOutcome(place, await outcomeOf(file, opened).catch(unreadable));
  };
  input.disabled = false;
  input.addEventListener('change', async () => {
    await check(input.files?.[0]);
    // An emptied input reports a repeated choice of one file.
    input.value = '';
  });
  field.addEventListener('dragover', (event) => {
    event.preventDefault();
    field.classList.add('is-over');
  });
  field.addEventListener('dragleave', () => field.classList.remove('is-over'));
  field.addEventListener('drop', (event) => {
    event.preventDefault();
    field.classList.remove('is-over');
    void check(event.dataTransfer?.files[0]);
  });
}
