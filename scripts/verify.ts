import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { publicEntries } from '@datchain/shared/domain/public-log/entries.ts';
import { base64Of } from '@datchain/tlog/bytes.ts';
import { checkLog, type Sound, type Verdict } from '@datchain/tlog/check.ts';
import { checkPolicy, isFailure, places } from '@datchain/tlog/check-note.ts';
import { doubts, failureText } from '@datchain/tlog/faults.ts';
import type { Read } from '@datchain/tlog/read-tree.ts';
import { openLogReader } from '@datchain/tlog/verify/places.ts';
import { keepEvidence, readKeptTree, readState, writeState } from '@datchain/tlog/verify/state.ts';

const help = `Checks a public log: its tree, its signatures and its lines.

  npm run verify -- <file, folder or address> [options]

The address of a site is enough.

  --state DIR      a folder for the state: at the next check, the log must continue from there
  --policy FILE    the policy to use, instead of the first one seen
  --stale HOURS    the maximum age of the log

Exits with 0 sound, 1 wrong, 2 unreadable, 3 smaller than before, too old or without its quorum of
witnesses; docs/verify-log.md explains.`;

export interface VerifyOptions {
  readonly state?: string | undefined;
  readonly policy?: string | undefined;
  readonly stale?: { readonly nowMillis: number; readonly hours: number } | undefined;
}

/** A reader that keeps the files it has read, because the site may be published again meanwhile. */
class Remembering {
  readonly files = new Map<string, Uint8Array | undefined>();
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  readonly read: Read = async (path) => {
    const bytes = await this.#read(path);
    if (path === places.checkpoint || path === places.policy) this.files.set(path, bytes);
    return bytes;
  };

  get checkpoint(): Uint8Array | undefined {
    return this.files.get(places.checkpoint);
  }

  async isAnother(): Promise<boolean> {
    const before = this.checkpoint;
    const now = await this.read(places.checkpoint);
    return !!before && !!now && Buffer.compare(before, now) !== 0;
  }
}

/**
 * Checks the log at a place; with a state, also that it continues the earlier one.
 *
 * @throws Unreadable
 */
export async function verifyLog(place: string, options: VerifyOptions = {}): Promise<Verdict> {
  const source = new Remembering(openLogReader(place));
  const { state } = options;
  const kept = state === undefined ? undefined : await readState(state);
  const ownPolicy = options.policy === undefined ? kept?.policy : await readFile(options.policy);
  const policy = ownPolicy && checkPolicy(ownPolicy);
  if (policy && isFailure(policy)) return policy;
  const check = () =>
    checkLog(source.read, {
      entries: publicEntries,
      ...(policy ? { policy } : {}),
      ...(kept?.checkpoint ? { kept: readKeptTree(kept.checkpoint) } : {}),
      ...(options.stale ? { stale: options.stale } : {}),
    });
  let verdict = await check();
  for (let left = 2; !verdict.ok && left > 0 && (await source.isAnother()); left--) {
    verdict = await check();
  }
  if (!state) return verdict;
  if (!verdict.ok) await keepEvidence(state, [kept?.checkpoint, source.checkpoint]);
  else if (!verdict.doubts.includes('smaller')) {
    const { checkpoint } = source;
    await writeState(state, { checkpoint, policy: ownPolicy ?? source.files.get(places.policy) });
  }
  return verdict;
}

const MAX_DATE_MILLIS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function soundText({ size, origin, root, seen, asOfMillis, doubts: found }: Sound): string {
  const time = new Date(Math.min(asOfMillis, MAX_DATE_MILLIS)).toISOString();
  const when = asOfMillis === 0 ? '' : `, as of ${time}`;
  const names = seen.map(({ name }) => name).join(', ');
  const who = names === '' ? 'Only the log itself has signed it.' : `Seen by ${names}.`;
  const first = `OK ${size} lines of ${origin}, root ${base64Of(root)}${when}. ${who}`;
  return [first, ...found.map((doubt) => `DOUBT ${doubts[doubt]} (${doubt})`)].join('\n');
}

/** Explains the verdict, in the same words as tlog/verify.py. */
export const sentence = (verdict: Verdict): string =>
  verdict.ok ? soundText(verdict) : `WRONG ${failureText(verdict)}`;

function exitOf(verdict: Verdict): number {
  if (!verdict.ok) return 1;
  return verdict.doubts.length > 0 ? 3 : 0;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      state: { type: 'string' },
      policy: { type: 'string' },
      stale: { type: 'string' },
    },
  });
  const [place] = positionals;
  const hours = Number(values.stale ?? 0);
  if (values.help || place === undefined || !(hours >= 0)) {
    console.log(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  try {
    const stale = values.stale === undefined ? undefined : { nowMillis: Date.now(), hours };
    const verdict = await verifyLog(place, { state: values.state, policy: values.policy, stale });
    console.log(sentence(verdict));
    process.exitCode = exitOf(verdict);
  } catch (error) {
    // Any error here means that the log was not checked.
    const reason = error instanceof Error ? error.message : error;
    console.error(`The log could not be read: ${reason}`);
    process.exitCode = 2;
  }
}

if (import.meta.main) await main();
