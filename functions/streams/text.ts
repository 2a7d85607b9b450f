import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface FileText {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  /** It has signs no text has. */
  readonly isBinary: boolean;
}

const utf16Of = (start: Buffer): Encoding | undefined => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Without a mark: the header of a report begins with ASCII, of which every other byte is zero.
  const zeros = [...start.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (zeros === 'x0x0') return 'utf-16le';
  if (zeros === '0x0x') return 'utf-16be';
  return undefined;
};

/**
 * Reads a file once for its hash and its encoding: UTF-16 by its mark or its first bytes, else UTF-8 when every byte of
 * it is, else the Latin-1 of older reports.
 */
export async function inspectText(path: string): Promise<FileText> {
  const hash = createHash('sha256');
  const strict = new TextDecoder('utf-8', { fatal: true });
  let encoding: Encoding | undefined;
  let [bytes, isUtf8, isBinary] = [0, true, false];
  const check = (chunk?: Buffer) => {
    try {
      strict.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (bytes === 0) encoding = utf16Of(chunk);
    hash.update(chunk);
    bytes += chunk.length;
    if (encoding) continue;
    isBinary ||= chunk.includes(0);
    if (isUtf8) check(chunk);
  }
  if (isUtf8 && !encoding) check();
  encoding ??= isUtf8 ? 'utf-8' : 'windows-1252';
  return { hash: hash.digest('hex'), bytes, encoding, isBinary };
}

/** The file's text in pieces, without a byte order mark. */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

const START_CHARACTERS = 65_536;

/** Enough of the beginning to find the header in. */
export async function startOf(path: string, encoding: Encoding): Promise<string> {
  let start = '';
  for await (const text of textOf(path, encoding)) {
    start += text;
    if (start.length >= START_CHARACTERS) break;
  }
  return start;
}
