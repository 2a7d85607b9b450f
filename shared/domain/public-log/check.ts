import {
  maxLineBytes,
  noHash,
  type ReadLine,
  readCheckpoint,
  readLogLine,
  type SignedCheckpoint,
  signedText,
} from './lines.ts';
import type { Failure, Fault, Verdict } from './verdict.ts';

/** Hashing and signatures, as the checking side has them: Node or a browser. */
export interface Proofs {
  /** SHA-256 in hex of a text that has one character for each byte. */
  readonly sha256: (bytes: string) => string | Promise<string>;
  readonly isSigned: (
    publicKey: string,
    text: string,
    signature: string,
  ) => boolean | Promise<boolean>;
}

/** Lines as read, each with its line feed, a character for each byte. */
export type RawLines = AsyncIterator<string>;

export interface LogFiles {
  readonly log: RawLines;
  readonly checkpoints: RawLines;
  /** Public keys by their id. */
  readonly keys: ReadonlyMap<string, string>;
  /** Checkpoints kept from an earlier time: those of now must begin with them. */
  readonly kept?: RawLines;
}

const failure = (where: Failure['where'], line: number, fault: Fault): Failure => ({
  ok: false,
  where,
  line,
  fault,
});

const isFailure = (value: object): value is Failure => 'ok' in value;

/** A line without its line feed; undefined when its bytes are not those of a line. */
const textOf = (raw: string): string | undefined =>
  raw.length <= maxLineBytes && /^[\x20-\x7e]*\n$/.test(raw) ? raw.slice(0, -1) : undefined;

async function nextOf(lines: RawLines | undefined): Promise<string | undefined> {
  const next = await lines?.next();
  return next && !next.done ? next.value : undefined;
}

/** The checkpoints, one after the other, each checked before it is given out. */
class Checkpoints {
  readonly #files: LogFiles;
  readonly #proofs: Proofs;
  count = 0;
  last: SignedCheckpoint | undefined;
  #hash = noHash;

  constructor(files: LogFiles, proofs: Proofs) {
    this.#files = files;
    this.#proofs = proofs;
  }

  /** The next one, undefined at the end, or why it is wrong. */
  async next(): Promise<SignedCheckpoint | Failure | undefined> {
    const raw = await nextOf(this.#files.checkpoints);
    const kept = await nextOf(this.#files.kept);
    const place = this.count + 1;
    const wrong = (fault: Fault) => failure('checkpoints', place, fault);
    if (raw === undefined) return kept === undefined ? undefined : wrong('missing');
    if (kept !== undefined && kept !== raw) return wrong('kept');
    const text = textOf(raw);
    if (text === undefined) return wrong('bytes');
    const checkpoint = readCheckpoint(text);
    if (!checkpoint) return wrong('form');
    const fault = await this.#faultOf(checkpoint, place);
    if (fault) return wrong(fault);
    this.count = place;
    this.last = checkpoint;
    this.#hash = await this.#proofs.sha256(raw);
    return checkpoint;
  }

  async #faultOf(checkpoint: SignedCheckpoint, place: number): Promise<Fault | undefined> {
    if (checkpoint.number !== place) return 'number';
    if (checkpoint.prev !== this.#hash) return 'prev';
    if (checkpoint.length <= (this.last?.length ?? 0)) return 'length';
    const publicKey = this.#files.keys.get(checkpoint.key);
    if (publicKey === undefined) return 'key';
    const { signature } = checkpoint;
    const isSigned = await this.#proofs.isSigned(publicKey, signedText(checkpoint), signature);
    return isSigned ? undefined : 'signature';
  }
}

/** A line in its place: its bytes, form and number are right. */
type Placed = ReadLine & { readonly hash: string };

/**
 * Checks a public log against its checkpoints, line by line; of both files it holds a line or two.
 * The line it names is the first one that is wrong: if a line and the next disagree, it is the one
 * that what follows does not confirm.
 */
class Checker {
  readonly #log: RawLines;
  readonly #proofs: Proofs;
  readonly #checkpoints: Checkpoints;
  #seq = 0;
  #hash = noHash;

  constructor(files: LogFiles, proofs: Proofs) {
    this.#log = files.log;
    this.#proofs = proofs;
    this.#checkpoints = new Checkpoints(files, proofs);
  }

  async check(): Promise<Verdict> {
    for (;;) {
      const signedUpTo = this.#seq;
      const checkpoint = await this.#checkpoints.next();
      if (checkpoint === undefined) return this.#end();
      if (isFailure(checkpoint)) return checkpoint;
      while (this.#seq < checkpoint.length) {
        const wrong = await this.#step(checkpoint, signedUpTo);
        if (wrong) return wrong;
      }
    }
  }

  /** After the last checkpoint there must be nothing. */
  async #end(): Promise<Verdict> {
    const next = await this.#place();
    if (next) return isFailure(next) ? next : failure('log', next.seq, 'unsigned');
    const { count, last } = this.#checkpoints;
    return { ok: true, lines: this.#seq, checkpoints: count, head: this.#hash, at: last?.at ?? '' };
  }

  /** Reads the next line; undefined at the end of the log. */
  async #place(): Promise<Placed | Failure | undefined> {
    const raw = await nextOf(this.#log);
    if (raw === undefined) return undefined;
    const seq = this.#seq + 1;
    const text = textOf(raw);
    if (text === undefined) return failure('log', seq, 'bytes');
    const line = readLogLine(text);
    if (!line) return failure('log', seq, 'form');
    if (line.seq !== seq) return failure('log', seq, 'number');
    return { ...line, hash: await this.#proofs.sha256(raw) };
  }

  async #step(checkpoint: SignedCheckpoint, signedUpTo: number): Promise<Failure | undefined> {
    const line = await this.#place();
    if (!line) return failure('log', this.#seq + 1, 'missing');
    if (isFailure(line)) return line;
    const isLinked = line.fields.prev === this.#hash;
    const isSigned = checkpoint.length === line.seq ? checkpoint.head === line.hash : undefined;
    this.#seq = line.seq;
    this.#hash = line.hash;
    if (!isLinked) return this.#judge(line, signedUpTo === line.seq - 1, isSigned);
    return isSigned === false ? failure('log', line.seq, 'head') : undefined;
  }

  /** A line and the one before it disagree: which of them is wrong? */
  async #judge(line: Placed, isBeforeSigned: boolean, isSigned: boolean | undefined) {
    const isSound = !isBeforeSigned && (isSigned ?? (await this.#isConfirmed(line)));
    return isSound ? failure('log', line.seq - 1, 'changed') : failure('log', line.seq, 'prev');
  }

  /** Whether the line after this one gives its hash. */
  async #isConfirmed(line: Placed): Promise<boolean> {
    const next = await this.#place();
    return next !== undefined && !isFailure(next) && next.fields.prev === line.hash;
  }
}

export const checkLog = (files: LogFiles, proofs: Proofs): Promise<Verdict> =>
  new Checker(files, proofs).check();
