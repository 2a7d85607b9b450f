import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { bytesOfHex, type LogKey } from '@datchain/shared/domain/public-log/keys.ts';

/** Signs checkpoints of the public log. */
export interface Signer extends LogKey {
  /** An Ed25519 signature, in hex, of a text with one character per byte. */
  readonly sign: (text: string) => string;
}

export const sha256 = (bytes: string): string =>
  createHash('sha256').update(bytes, 'latin1').digest('hex');

/** The prefix of an Ed25519 key's 32 bytes in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param seed the secret key: 32 bytes in hex */
export function signerOf(seed: string): Signer {
  const der = Buffer.concat([pkcs8, Buffer.from(seed, 'hex')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url').toString('hex');
  return {
    id: sha256(bytesOfHex(publicKey)).slice(0, 16),
    publicKey,
    sign: (text) => sign(null, Buffer.from(text, 'latin1'), key).toString('hex'),
  };
}
