import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface FileText {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  /** The file is UTF-8 with invalid bytes, each of which is read as `UNREADABLE`. */
  readonly isDamaged: boolean;
  readonly isBinary: boolean;
}

export const UNREADABLE = '\ufffd';

const UTF8_MARK = 'efbbbf';

const utf16Of = (start: Buffer): Encoding | undefined => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // Without a byte order mark: a report's header begins with ASCII, where every other byte is zero.
  const zeros = [...start.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('');
  if (zeros === 'x0x0') return 'utf-16le';
  if (zeros === '0x0x') return 'utf-16be';
  return undefined;
};

/**
 * Detects a file's hash and encoding: UTF-16 by its mark or first bytes. Otherwise UTF-8 by its mark, or if
 * most of its non-ASCII characters are valid. Otherwise the Latin-1 of older reports.
 */
export async function inspectText(path: string): Promise<FileText> {
  const hash = createHash('sha256');
  const strict = new TextDecoder('utf-8', { fatal: true });
  let encoding: Encoding | undefined;
  let [bytes, isUtf8, isMarked, isBinary] = [0, true, false, false];
  const check = (chunk?: Buffer) => {
    try {
      strict.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (bytes === 0) {
      encoding = utf16Of(chunk);
      isMarked = chunk.toString('hex', 0, 3) === UTF8_MARK;
    }
    hash.update(chunk);
    bytes += chunk.length;
    if (encoding) continue;
    isBinary ||= chunk.includes(0);
    if (isUtf8) check(chunk);
  }
  if (isUtf8 && !encoding) check();
  const isDamaged = !encoding && !isUtf8 && (isMarked || (await isMostlyUtf8(path)));
  encoding ??= isUtf8 || isDamaged ? 'utf-8' : 'windows-1252';
  return { hash: hash.digest('hex'), bytes, encoding, isDamaged, isBinary };
}

/** Whether more non-ASCII characters are valid UTF-8 than not; Latin-1 text is hardly ever valid. */
async function isMostlyUtf8(path: string): Promise<boolean> {
  let balance = 0;
  for await (const text of readTextChunks(path, 'utf-8')) {
    for (const sign of text) {
      if (sign === UNREADABLE) balance -= 1;
      else if (sign > '\u007f') balance += 1;
    }
  }
  return balance > 0;
}

/** Reads the file's text in pieces, without a byte order mark. */
export async function* readTextChunks(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

const START_CHARACTERS = 65_536;

export async function readFileStart(path: string, encoding: Encoding): Promise<string> {
  let start = '';
  for await (const text of readTextChunks(path, encoding)) {
    start += text;
    if (start.length >= START_CHARACTERS) break;
  }
  return start;
}
