// A witness of public logs (C2SP tlog-witness), in one file without packages. It runs on Node 22.18 or later.
// docs/witness.md says how to operate it.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const help = `Signs that it has seen the checkpoints of logs, each going on from the one before.

  node witness.ts --name NAME --seed FILE --state DIR --log VKEY [--log VKEY] [--port 8080]

  --name NAME    of its key: a host and path of yours, without spaces and +
  --seed FILE    32 random bytes in hex; keep it secret
  --state DIR    what it has seen; never lose it
  --first        makes DIR: only when this witness has never run before
  --log VKEY     a log it signs for, as the log's policy lists its key`;

const LOG = 1;
const WITNESS = 4;

const sha256 = (...parts: (Uint8Array | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right);

function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

const keyId = (name: string, type: number, key: Buffer): Buffer =>
  sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4);

const publicKeyOf = (raw: Buffer) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  });

interface LogKey {
  readonly origin: string;
  readonly id: Buffer;
  readonly key: ReturnType<typeof createPublicKey>;
}

export function readLogKey(vkey: string): LogKey {
  const [, origin = '', id, encoded = ''] = vkey.match(/^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/) ?? [];
  const bytes = fromBase64(encoded);
  const raw = bytes?.subarray(1);
  if (bytes?.[0] !== LOG || raw?.length !== 32 || keyId(origin, LOG, raw).toString('hex') !== id) {
    throw new Error(`This is not the key of a log: ${vkey}`);
  }
  return { origin, id: keyId(origin, LOG, raw), key: publicKeyOf(raw) };
}

interface Checkpoint {
  readonly text: string;
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  readonly signatures: readonly { name: string; bytes: Buffer; line: string }[];
}

function readCount(text: string | undefined): number | undefined {
  const count = /^(0|[1-9]\d*)$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count) ? count : undefined;
}

export function readCheckpoint(note: string): Checkpoint | undefined {
  const end = note.lastIndexOf('\n\n');
  const [origin = '', digits, encoded = '', ...rest] = note.slice(0, end + 1).split('\n');
  const lines = note.slice(end + 2).split('\n');
  const size = readCount(digits);
  const root = fromBase64(encoded);
  // Lines after the root are extensions, which are signed too.
  const isWhole = end > 0 && rest.at(-1) === '' && !rest.slice(0, -1).includes('');
  if (!isWhole || origin === '' || size === undefined || root?.length !== 32) return undefined;
  if (lines.pop() !== '' || lines.length === 0 || /[^\P{Cc}\n]/u.test(note)) return undefined;
  const signatures = lines.map((line) => {
    const [, name = '', signature = ''] = line.match(/^— (\S+) (\S+)$/) ?? [];
    return { name, bytes: fromBase64(signature), line: `${line}\n` };
  });
  const isRead = (each: (typeof signatures)[number]): each is Checkpoint['signatures'][number] =>
    each.name !== '' && each.bytes !== undefined && each.bytes.length > 4;
  if (!signatures.every(isRead)) return undefined;
  return { text: note.slice(0, end + 1), origin, size, root, signatures };
}

interface Tree {
  readonly size: number;
  readonly root: Buffer;
}

/** Says whether `now` begins with `before` (RFC 9162, section 2.1.4.2). */
export function isConsistent(before: Tree, now: Tree, proof: readonly Buffer[]): boolean {
  if (before.size === 0) return proof.length === 0;
  if (before.size === now.size) return proof.length === 0 && before.root.equals(now.root);
  // A tree of a power of two is a subtree of the larger one, so the proof omits its root.
  const isSubtree = Number.isInteger(Math.log2(before.size));
  const [first, ...rest] = isSubtree ? [before.root, ...proof] : proof;
  if (!first || proof.length === 0) return false;
  let [from, to] = [before.size - 1, now.size - 1];
  const up = () => {
    [from, to] = [Math.floor(from / 2), Math.floor(to / 2)];
  };
  while (from % 2 === 1) up();
  let [smaller, larger] = [first, first];
  for (const hash of rest) {
    if (to === 0) return false;
    if (from % 2 === 1 || from === to) {
      [smaller, larger] = [nodeHash(hash, smaller), nodeHash(hash, larger)];
      while (from % 2 === 0 && from > 0) up();
    } else larger = nodeHash(larger, hash);
    up();
  }
  return to === 0 && smaller.equals(before.root) && larger.equals(now.root);
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

const no = (status: number, why: string): Answer => ({ status, body: `${why}\n` });

export interface WitnessOptions {
  readonly name: string;
  /** 32 bytes in hex. */
  readonly seed: string;
  readonly stateFolder: string;
  readonly logs: readonly string[];
  /** The clock, in seconds since 1970. */
  readonly now: () => number;
}

export class Witness {
  readonly #options: WitnessOptions;
  readonly #logs: readonly LogKey[];
  readonly #secret: ReturnType<typeof createPrivateKey>;
  readonly #id: Buffer;
  readonly vkey: string;

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.#logs = options.logs.map(readLogKey);
    const { name, seed } = options;
    if (!/^[^\s+]+$/.test(name)) throw new Error('The name must have no spaces and no +');
    if (!/^[0-9a-f]{64}$/.test(seed)) throw new Error('The seed is 32 bytes in hex');
    const key = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex');
    this.#secret = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const raw = createPublicKey(this.#secret).export({ format: 'der', type: 'spki' }).subarray(-32);
    this.#id = keyId(name, WITNESS, raw);
    const typed = Buffer.concat([Buffer.of(WITNESS), raw]).toString('base64');
    this.vkey = `${name}+${this.#id.toString('hex')}+${typed}`;
  }

  #fileOf(originHash: string): string {
    return join(this.#options.stateFolder, originHash);
  }

  /**
   * Returns the latest cosigned checkpoint.
   *
   * @throws Error if the stored file is invalid
   */
  #seen(origin: string): Tree {
    const file = this.#fileOf(sha256(origin).toString('hex'));
    if (!existsSync(file)) return { size: 0, root: sha256() };
    const checkpoint = readCheckpoint(readFileSync(file, 'utf8'));
    if (checkpoint?.origin !== origin) throw new Error(`${file} is not the state of ${origin}`);
    return checkpoint;
  }

  #store(origin: string, note: string): void {
    const file = this.#fileOf(sha256(origin).toString('hex'));
    const opened = openSync(`${file}.new`, 'w');
    writeFileSync(opened, note);
    fsyncSync(opened);
    closeSync(opened);
    renameSync(`${file}.new`, file);
    const folder = openSync(this.#options.stateFolder, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }

  #cosignature(text: string): string {
    const seconds = this.#options.now();
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signed = sign(
      null,
      Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`),
      this.#secret,
    );
    const bytes = Buffer.concat([this.#id, time, signed]).toString('base64');
    return `— ${this.#options.name} ${bytes}\n`;
  }

  /** Returns the log's valid signature lines; undefined if one is wrong. */
  #signedBy(keys: readonly LogKey[], checkpoint: Checkpoint): string[] | undefined {
    const lines: string[] = [];
    for (const { name, bytes, line } of checkpoint.signatures) {
      const key = keys.find(({ origin, id }) => origin === name && id.equals(bytes.subarray(0, 4)));
      if (!key) continue;
      if (!verify(null, Buffer.from(checkpoint.text), key.key, bytes.subarray(4))) return undefined;
      lines.push(line);
    }
    return lines;
  }

  /**
   * Answers add-checkpoint. It runs synchronously from reading the state to storing it, so that concurrent
   * requests see the new state.
   */
  addCheckpoint(body: string): Answer {
    const end = body.indexOf('\n\n');
    const [oldLine = '', ...encoded] = body.slice(0, Math.max(end, 0)).split('\n');
    const old = readCount(oldLine.match(/^old (\S+)$/)?.[1]);
    const proof = encoded.map(fromBase64);
    const isHash = (each: Buffer | undefined): each is Buffer => each?.length === 32;
    const checkpoint = end < 0 ? undefined : readCheckpoint(body.slice(end + 2));
    if (old === undefined || !checkpoint || proof.length > 63 || !proof.every(isHash)) {
      return no(400, 'This is not a request as C2SP tlog-witness describes it.');
    }
    const keys = this.#logs.filter(({ origin }) => origin === checkpoint.origin);
    if (keys.length === 0) return no(404, 'This witness does not know the log.');
    const lines = this.#signedBy(keys, checkpoint);
    if (!lines?.length) return no(403, 'The log has not signed this.');
    if (old > checkpoint.size) return no(400, 'The old size is above the new one.');
    const seen = this.#seen(checkpoint.origin);
    if (old !== seen.size) return { status: 409, body: `${seen.size}\n`, type: 'text/x.tlog.size' };
    const isEmptyRight = checkpoint.size > 0 || checkpoint.root.equals(sha256());
    if (!isEmptyRight || !isConsistent(seen, checkpoint, proof)) {
      return no(422, 'It does not go on from what this witness has seen.');
    }
    const cosignature = this.#cosignature(checkpoint.text);
    this.#store(checkpoint.origin, `${checkpoint.text}\n${lines.join('')}${cosignature}`);
    return { status: 200, body: cosignature };
  }

  latest(originHash: string): Answer {
    const file = this.#fileOf(originHash);
    if (!existsSync(file)) return no(404, 'This witness has not seen such a log.');
    return { status: 200, body: readFileSync(file, 'utf8') };
  }
}

const MAX_BODY_BYTES = 200_000;

async function answerTo(witness: Witness, request: import('node:http').IncomingMessage) {
  const { method, url = '' } = request;
  const originHash = url.match(/\/([0-9a-f]{64})\/checkpoint$/)?.[1];
  if (method === 'GET' && originHash) return witness.latest(originHash);
  if (!url.endsWith('/add-checkpoint')) return no(404, 'There is nothing here.');
  if (method !== 'POST') return no(405, 'Only POST.');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return no(413, 'This is too long.');
    chunks.push(chunk);
  }
  return witness.addCheckpoint(Buffer.concat(chunks).toString('utf8'));
}

export const witnessServer = (witness: Witness): Server =>
  createServer(async (request, response) => {
    try {
      const { status, body, type = 'text/plain; charset=utf-8' } = await answerTo(witness, request);
      response.writeHead(status, { 'Content-Type': type }).end(body);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });

function main(): void {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      name: text,
      seed: text,
      state: text,
      port: { ...text, default: '8080' },
      log: { ...text, multiple: true },
      first: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const { name, seed, state, log: logs } = values;
  if (values.help || !name || !seed || !state || !logs) {
    console.log(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  if (values.first) mkdirSync(state);
  else if (!existsSync(state)) {
    throw new Error(`There is no ${state}. A witness that forgot what it saw signs forks.`);
  }
  const witness = new Witness({
    name,
    seed: readFileSync(seed, 'utf8').trim(),
    stateFolder: state,
    logs,
    now: () => Math.floor(Date.now() / 1_000),
  });
  witnessServer(witness).listen(Number(values.port), () => console.log(witness.vkey));
}

if (import.meta.main) main();
