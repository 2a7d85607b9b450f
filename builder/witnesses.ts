import { base64Of } from '@datchain/tlog/bytes.ts';
import { readCheckpointText } from '@datchain/tlog/checkpoint.ts';
import { type NoteKey, vkeyOf } from '@datchain/tlog/keys.ts';
import type { Hash } from '@datchain/tlog/merkle.ts';
import {
  checkSignature,
  type Note,
  type NoteSignature,
  readSignatureLine,
  writeNote,
} from '@datchain/tlog/note.ts';
import { type Policy, type PolicyWitness, readPolicy } from '@datchain/tlog/policy.ts';

/** A witness has seen a log that ours does not go on from: nothing may be published. */
export class WitnessRefusal extends Error {
  override readonly name = 'WitnessRefusal';
}

/** The policy of a log: its keys, and the witnesses in `lines`, of which there may be none. @throws PolicyError */
export function policyWith(logs: readonly NoteKey[], lines: string): Policy {
  const own = logs.map((key) => `log ${vkeyOf(key)}\n`).join('');
  return readPolicy(`${own}${lines.trim() === '' ? 'quorum none\n' : lines}`);
}

export interface AskOptions {
  readonly policy: Policy;
  /** The hashes that prove that our log begins with its first `from` lines (RFC 6962, 2.1.2). */
  readonly prove: (from: number) => Promise<readonly Hash[]> | readonly Hash[];
  readonly fetch?: typeof fetch;
  readonly patienceMillis?: number;
}

export interface Witnessed {
  /** Of the log's keys, and of the witnesses that answered. */
  readonly signatures: readonly NoteSignature[];
  readonly silent: readonly string[];
}

const TRIES = 3;
const PATIENCE_MILLIS = 3_000;

/**
 * Asks the policy's witnesses to cosign a checkpoint. One that does not answer is left out.
 *
 * @param note the checkpoint with the signatures of the log
 * @throws WitnessRefusal when one has seen a fork or a longer log
 */
export async function askWitnesses(note: Note, options: AskOptions): Promise<Witnessed> {
  const checkpoint = readCheckpointText(note.text);
  if (!checkpoint) throw new RangeError('This is not a checkpoint');
  const { witnesses, logs } = options.policy;
  const own = note.signatures.filter(({ keyId, name }) =>
    logs.some((key) => key.id === keyId && key.name === name),
  );
  const asked = { note: { text: note.text, signatures: own }, size: checkpoint.size };
  const found = await Promise.all(
    witnesses.map((witness) => (witness.url === '' ? undefined : ask(witness, asked, options))),
  );
  const added = found.filter((each) => each !== undefined);
  return {
    signatures: [...own, ...added],
    silent: witnesses.filter(({ url }, at) => url !== '' && !found[at]).map(({ name }) => name),
  };
}

interface Asked {
  readonly note: Note;
  readonly size: number;
}

async function ask(
  witness: PolicyWitness,
  asked: Asked,
  options: AskOptions,
): Promise<NoteSignature | undefined> {
  let old = 0;
  for (let tried = 0; tried < TRIES; tried++) {
    const answer = await post(witness, await requestText(old, asked, options), options);
    if (!answer) continue;
    if (answer.status === 200) return validLine(answer.body, witness, asked.note);
    if (answer.status === 422) throw refusal(witness, asked, 'has seen another log than this one');
    if (answer.status !== 409) continue;
    const seen = answer.body.match(/^(0|[1-9]\d{0,14})\n$/)?.[1];
    if (seen === undefined) continue;
    old = Number(seen);
    if (old > asked.size) throw refusal(witness, asked, `has seen ${old} lines`);
  }
  return undefined;
}

const refusal = ({ name }: PolicyWitness, { size }: Asked, what: string) =>
  new WitnessRefusal(
    `The witness ${name} ${what}; ours has ${size}. Either this is an old backup, or there are two logs. Nothing is published; docs/witness.md says what to do.`,
  );

async function requestText(old: number, { note }: Asked, { prove }: AskOptions): Promise<string> {
  const proof = old === 0 ? [] : await prove(old);
  const lines = [`old ${old}`, ...proof.map(base64Of)].map((line) => `${line}\n`).join('');
  return `${lines}\n${writeNote(note)}`;
}

/** Undefined when there is no answer. */
async function post({ url }: PolicyWitness, body: string, options: AskOptions) {
  const { fetch: send = fetch, patienceMillis = PATIENCE_MILLIS } = options;
  try {
    const response = await send(`${url.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(patienceMillis),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    // Down, slow or not at this address: the log goes on without it.
    return undefined;
  }
}

/** The line of the witness's own key, if it is valid. */
async function validLine(
  body: string,
  { key }: PolicyWitness,
  { text }: Note,
): Promise<NoteSignature | undefined> {
  for (const line of body.split('\n')) {
    const signature = readSignatureLine(line);
    if (!signature) continue;
    const { is } = await checkSignature({ text, signatures: [signature] }, key);
    if (is === 'valid') return signature;
  }
  return undefined;
}
