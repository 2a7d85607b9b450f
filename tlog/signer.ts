import { bytesOfHex, bytesOfText, concatBytes } from './bytes.ts';
import { type KeyType, noteKey } from './keys.ts';
import type { NoteSigner } from './note.ts';

/** The PKCS #8 prefix of an Ed25519 key's 32 bytes (RFC 8410). */
const pkcs8 = bytesOfHex('302e020100300506032b657004220420') as Uint8Array;

/**
 * Makes the signer of a secret key.
 *
 * @param seed 32 bytes in hex
 * @throws RangeError for an invalid seed or name
 */
export async function noteSigner(name: string, type: KeyType, seed: string): Promise<NoteSigner> {
  const bytes = bytesOfHex(seed);
  if (bytes?.length !== 32) throw new RangeError('The seed of a key is 32 bytes in hex');
  const der = concatBytes(pkcs8, bytes);
  const key = await crypto.subtle.importKey('pkcs8', der, 'Ed25519', true, ['sign']);
  const { x = '' } = await crypto.subtle.exportKey('jwk', key);
  const publicKey = Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (unit) =>
    unit.charCodeAt(0),
  );
  return {
    ...noteKey(name, type, publicKey),
    sign: async (text) =>
      new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytesOfText(text))),
  };
}
