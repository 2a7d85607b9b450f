import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Proofs } from '@datchain/shared/domain/public-log/check.ts';

/** Hashes and signatures by Node's own crypto. */
export const nodeProofs: Proofs = {
  sha256: (bytes) => createHash('sha256').update(bytes, 'latin1').digest('hex'),
  isSigned(publicKey, text, signature) {
    const x = Buffer.from(publicKey, 'hex').toString('base64url');
    try {
      const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
      return verify(null, Buffer.from(text, 'latin1'), key, Buffer.from(signature, 'hex'));
    } catch {
      // Not every 32 bytes are a key.
      return false;
    }
  },
};
