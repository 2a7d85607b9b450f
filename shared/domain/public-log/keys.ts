import { hasForm } from './lines.ts';
import type { Failure } from './verdict.ts';

/** A public key of the log: Ed25519, 32 bytes in hex. */
export interface LogKey {
  /** The first 16 hex digits of the SHA-256 of the key's bytes. */
  readonly id: string;
  readonly publicKey: string;
}

export const logFormat = 'datchain-public-log-1';

/** The file of public keys, oldest first. */
export const keysFile = (keys: readonly LogKey[]): string => {
  const members = keys.map(({ id, publicKey }) => ({ id, publicKey }));
  return `${JSON.stringify({ format: logFormat, keys: members })}\n`;
};

/** Bytes as a text that has one character for each. */
export const bytesOfHex = (hex: string): string =>
  hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));

type Sha256 = (bytes: string) => string | Promise<string>;

export const keyId = async (publicKey: string, sha256: Sha256): Promise<string> =>
  (await sha256(bytesOfHex(publicKey))).slice(0, 16);

function parseKeys(text: string): LogKey[] | undefined {
  try {
    const { keys } = JSON.parse(text);
    const isKey = ({ id, publicKey }: LogKey) =>
      hasForm(id, /^[0-9a-f]{16}$/) && hasForm(publicKey, /^[0-9a-f]{64}$/);
    return keys.every(isKey) && keysFile(keys) === text ? keys : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the file of public keys: by id, or which entry is wrong (1 where it is none at all). */
export async function readKeys(
  text: string,
  sha256: Sha256,
): Promise<ReadonlyMap<string, string> | Failure> {
  const failure = (line: number): Failure => ({ ok: false, where: 'keys', line, fault: 'keys' });
  const keys = parseKeys(text);
  if (!keys) return failure(1);
  for (const [index, { id, publicKey }] of keys.entries()) {
    if ((await keyId(publicKey, sha256)) !== id) return failure(index + 1);
  }
  return new Map(keys.map(({ id, publicKey }) => [id, publicKey]));
}
