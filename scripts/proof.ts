import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Sighting } from '@datchain/tlog/check-note.ts';
import { checkProof, type ProofVerdict, proofFaults } from '@datchain/tlog/check-proof.ts';
import { isOwnWitness, readPolicy } from '@datchain/tlog/policy.ts';

const help = `Checks a proof that the public log contains a line.

  npm run proof -- <file.tlog-proof> <--policy FILE | address of the site>

The policy names the keys of the log and its witnesses (/data/v1/tlog/policy). With a policy file,
nothing is read from the network, so with a policy saved earlier you need not trust the site.

Exits with 0 when the proof is sound, 1 when it is wrong, 2 when something could not be read, and 3
when it is sound but seen by too few witnesses. docs/public-log.md describes the format.`;

async function policyText(file: string | undefined, site: string | undefined): Promise<string> {
  if (file !== undefined) return readFile(file, 'utf8');
  if (site === undefined) throw new Error('Name a policy, or the site to read it from');
  const address = new URL('/data/v1/tlog/policy', site);
  const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

const sighting = ({ name, keyName, seconds }: Sighting): string => {
  const whose = isOwnWitness(name) ? 'our own' : 'independent';
  return `Seen by ${keyName} (${whose}) at ${new Date(seconds * 1_000).toISOString()}.`;
};

export function proofSentences(verdict: ProofVerdict): string[] {
  if (!verdict.ok) return [`WRONG The proof ${proofFaults[verdict.fault]} (${verdict.fault}).`];
  const { number, line, checkpoint, seen, isSigned, isEnough } = verdict;
  return [
    `OK Line ${number} is in the log as it was with ${checkpoint.size} lines.`,
    line.trimEnd(),
    isSigned ? `Signed by ${checkpoint.origin}.` : 'This Node cannot check signatures.',
    ...(seen.length > 0 ? seen.map(sighting) : ['No witness has signed this.']),
    ...(isEnough ? [] : ['These are fewer witnesses than the policy asks for.']),
    'Newer lines may exist.',
  ];
}

function exitCodeOf(verdict: ProofVerdict): number {
  if (!verdict.ok) return verdict.fault === 'proof' || verdict.fault === 'note' ? 2 : 1;
  if (!verdict.isSigned) return 2;
  return verdict.isEnough ? 0 : 3;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, policy: { type: 'string' } },
  });
  const [file, site] = positionals;
  if (values.help || file === undefined) {
    console.log(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  try {
    const policy = readPolicy(await policyText(values.policy, site));
    const verdict = await checkProof(await readFile(file, 'utf8'), policy);
    for (const sentence of proofSentences(verdict)) console.log(sentence);
    process.exitCode = exitCodeOf(verdict);
  } catch (error) {
    console.error(`It could not be read: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}

if (import.meta.main) await main();
