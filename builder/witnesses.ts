import { base64Of } from '@datchain/tlog/bytes.ts';
import { readCheckpointText } from '@datchain/tlog/checkpoint.ts';
import type { Hash } from '@datchain/tlog/merkle.ts';
import {
  checkSignature,
  type Note,
  type NoteSignature,
  readSignatureLine,
  writeNote,
} from '@datchain/tlog/note.ts';
import type { Policy, PolicyWitness } from '@datchain/tlog/policy.ts';

/** A witness has seen a log that ours does not go on from: nothing may be published. */
export class WitnessRefusal extends Error {
  override readonly name = 'WitnessRefusal';
}

export interface AskOptions {
  readonly policy: Policy;
  /** The checkpoint that is published now: of a silent witness its cosignature stays. */
  readonly published?: Note | undefined;
  /** The hashes that prove that our log begins with its first `from` lines (RFC 6962, 2.1.2). */
  readonly prove: (from: number) => Promise<readonly Hash[]> | readonly Hash[];
  readonly log: (line: string) => void;
  readonly fetch?: typeof fetch;
}

const TRIES = 3;
const PATIENCE_MILLIS = 3_000;

const signaturesBy = (keys: Policy['logs'], { signatures }: Note): NoteSignature[] =>
  signatures.filter(({ name, keyId }) => keys.some((key) => key.id === keyId && key.name === name));

/**
 * Asks the policy's witnesses to cosign a checkpoint. One that does not answer is left out.
 *
 * @param note the checkpoint with the signatures of the log
 * @returns the checkpoint with the signatures of the log and of witnesses
 * @throws WitnessRefusal when one has seen a fork or a longer log
 */
export async function askWitnesses(note: Note, options: AskOptions): Promise<Note> {
  const { policy, published, log } = options;
  const asked = { text: note.text, signatures: signaturesBy(policy.logs, note) };
  const answers = await Promise.all(policy.witnesses.map((each) => ask(each, asked, options)));
  const silent = policy.witnesses.filter((_, at) => !answers[at]);
  for (const { name, url } of silent) {
    if (url !== '') log(`The witness ${name} did not cosign the log.`);
  }
  const keys = silent.map(({ key }) => key);
  const kept = published?.text === note.text ? signaturesBy(keys, published) : [];
  const cosigned = answers.filter((each) => each !== undefined);
  return { text: note.text, signatures: [...asked.signatures, ...cosigned, ...kept] };
}

/** @returns the witness's cosignature; undefined when it gives none */
async function ask(
  witness: PolicyWitness,
  note: Note,
  { prove, fetch: send = fetch }: AskOptions,
): Promise<NoteSignature | undefined> {
  if (witness.url === '') return undefined;
  const size = readCheckpointText(note.text)?.size;
  if (size === undefined) throw new RangeError('This is not a checkpoint');
  const refuse = (what: string) => {
    throw new WitnessRefusal(
      `The witness ${witness.name} ${what}; ours has ${size}. Either this is an old backup, or there are two logs. Nothing is published; docs/witness.md says what to do.`,
    );
  };
  let old = 0;
  for (let tried = 0; tried < TRIES; tried++) {
    const proof = old === 0 ? [] : await prove(old);
    const lines = [`old ${old}`, ...proof.map(base64Of)].join('\n');
    const body = `${lines}\n\n${writeNote(note)}`;
    // Down, slow or not at this address: the log goes on without it.
    const answer = await post(witness.url, body, send).catch(() => undefined);
    if (answer?.status === 200) return findSignature(answer.text, witness, note);
    if (answer?.status === 422) refuse('has seen another log than this one');
    const seen = answer?.status === 409 && answer.text.match(/^(0|[1-9]\d{0,14})\n$/);
    if (seen) old = Number(seen[1]);
    if (old > size) refuse(`has seen ${old} lines`);
  }
  return undefined;
}

async function post(url: string, body: string, send: typeof fetch) {
  const response = await send(`${url.replace(/\/$/, '')}/add-checkpoint`, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(PATIENCE_MILLIS),
  });
  return { status: response.status, text: await response.text() };
}

/** The signature of the witness's own key, if it is valid. */
async function findSignature(
  answer: string,
  { key }: PolicyWitness,
  { text }: Note,
): Promise<NoteSignature | undefined> {
  for (const signature of answer.split('\n').map(readSignatureLine)) {
    if (!signature) continue;
    const { is } = await checkSignature({ text, signatures: [signature] }, key);
    if (is === 'valid') return signature;
  }
  return undefined;
}
