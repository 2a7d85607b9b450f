import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeProofs } from '../functions/public-log/node-proofs.ts';
import { rawLines } from '../functions/public-log/raw-lines.ts';
import { checkLog } from '../shared/domain/public-log/check.ts';
import { readKeys } from '../shared/domain/public-log/keys.ts';
import { faults, type Verdict } from '../shared/domain/public-log/verdict.ts';

const help = `Checks a public log: its chain of hashes and its signed checkpoints.

  npm run verify -- <file, folder or address> [options]

The address of a site is enough. checkpoints.jsonl and log-keys.json are looked for beside the log.

  --key ID[,ID]    the keys you trust; without it every key of log-keys.json is taken
  --kept FILE      checkpoints.jsonl as you kept it: those of now must begin with them

Exits with 1 and names the first wrong line when something is wrong; docs/public-log.md has the format.`;

const isAddress = (place: string): boolean => /^https?:\/\//.test(place);

/** Where the log is: the folder or site it is in, and itself. */
async function locate(place: string): Promise<{ log: string; beside: (name: string) => string }> {
  if (isAddress(place)) {
    const log = place.endsWith('.jsonl') ? place : new URL('/data/v1/ledger.jsonl', place).href;
    return { log, beside: (name) => new URL(name, log).href };
  }
  const isFolder = (await stat(place)).isDirectory();
  const log = isFolder ? join(place, 'ledger.jsonl') : place;
  return { log, beside: (name) => join(log, '..', name) };
}

async function* bytesOf(place: string): AsyncGenerator<Uint8Array> {
  if (!isAddress(place)) {
    yield* createReadStream(place) as AsyncIterable<Uint8Array>;
    return;
  }
  const response = await fetch(place, { signal: AbortSignal.timeout(600_000) });
  if (!response.ok || !response.body) throw new Error(`${place} answered ${response.status}`);
  yield* response.body;
}

async function textOf(place: string): Promise<string> {
  let text = '';
  for await (const chunk of bytesOf(place)) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > 1_000_000) throw new Error(`${place} is too long for a list of keys`);
  }
  return text;
}

interface Options {
  readonly trusted: readonly string[] | undefined;
  readonly kept: string | undefined;
}

/** Checks the log at a place. Memory does not grow with it. */
export async function verifyLog(place: string, { trusted, kept }: Options): Promise<Verdict> {
  const { log, beside } = await locate(place);
  const keys = await readKeys(await textOf(beside('log-keys.json')), nodeProofs.sha256);
  if ('ok' in keys) return keys as Verdict;
  return checkLog(
    {
      log: rawLines(bytesOf(log)),
      checkpoints: rawLines(bytesOf(beside('checkpoints.jsonl'))),
      keys: new Map([...keys].filter(([id]) => trusted?.includes(id) ?? true)),
      ...(kept === undefined ? {} : { kept: rawLines(bytesOf(kept)) }),
    },
    nodeProofs,
  );
}

const files = { log: 'ledger.jsonl', checkpoints: 'checkpoints.jsonl', keys: 'log-keys.json' };

/** The verdict in words; scripts/verify.py says the same. */
export function sentence(verdict: Verdict): string {
  if (!verdict.ok) {
    const { where, line, fault } = verdict;
    return `WRONG ${files[where]} line ${line}: it ${faults[fault]} (${fault}).`;
  }
  const { lines, checkpoints, head, at } = verdict;
  if (checkpoints === 0) return 'OK an empty log.';
  return `OK ${lines} lines, ${checkpoints} checkpoints, signed until ${at}, head ${head}.`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, key: { type: 'string' }, kept: { type: 'string' } },
  });
  const [place] = positionals;
  if (values.help || place === undefined) {
    console.log(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  try {
    const options = { trusted: values.key?.split(','), kept: values.kept };
    const verdict = await verifyLog(place, options);
    console.log(sentence(verdict));
    process.exitCode = verdict.ok ? 0 : 1;
  } catch (error) {
    console.error(`The log could not be read: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}

if (import.meta.main) await main();
