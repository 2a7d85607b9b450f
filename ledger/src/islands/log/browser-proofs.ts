import type { Proofs } from '@datchain/shared/domain/public-log/check.ts';

/** A text that has one character for each byte, as bytes. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
};

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** This browser has no Ed25519. */
export class NoSignatures extends Error {
  override readonly name = 'NoSignatures';
}

async function keyOf(publicKey: string): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', bytesOfHex(publicKey), 'Ed25519', false, [
      'verify',
    ]);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') {
      throw new NoSignatures('This browser cannot check signatures. Update it, or use another.');
    }
    // Not every 32 bytes are a key.
    return undefined;
  }
}

/** Hashes and signatures by the browser's own crypto. @throws NoSignatures */
export const browserProofs: Proofs = {
  sha256: async (text) => {
    return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text))));
  },
  isSigned: async (publicKey, text, signature) => {
    const key = await keyOf(publicKey);
    if (!key) return false;
    return crypto.subtle.verify('Ed25519', key, bytesOfHex(signature), bytesOf(text));
  },
};
