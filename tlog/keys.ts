import { sha256 } from '@noble/hashes/sha2.js';
import { base64Of, bytesOfBase64, bytesOfText, concatBytes, hexOf } from './bytes.ts';

/** The key types: for notes (C2SP signed-note), and for cosignatures with their time (tlog-cosignature). */
export const keyTypes = { log: 1, witness: 4 } as const;
export type KeyType = keyof typeof keyTypes;

const KEY_BYTES = 32;
const ID_BYTES = 4;

export interface NoteKey {
  readonly name: string;
  readonly type: KeyType;
  /** 8 hex digits: the start of the SHA-256 of the name, the type and the key. */
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

const nameForm = /^[^\s+\p{Cc}]+$/u;

export const isKeyName = (text: string): boolean => nameForm.test(text);

const typed = (type: KeyType, publicKey: Uint8Array) =>
  concatBytes(Uint8Array.of(keyTypes[type]), publicKey);

/**
 * Makes a key.
 *
 * @throws RangeError for an invalid name
 */
export function noteKey(name: string, type: KeyType, publicKey: Uint8Array<ArrayBuffer>): NoteKey {
  if (!isKeyName(name)) throw new RangeError(`A key cannot have the name ${name}`);
  const named = concatBytes(bytesOfText(`${name}\n`), typed(type, publicKey));
  return { name, type, id: hexOf(sha256(named).subarray(0, ID_BYTES)), publicKey };
}

/** Formats a key as policies list it: name+id+key. */
export const formatVkey = ({ name, type, id, publicKey }: NoteKey): string =>
  `${name}+${id}+${base64Of(typed(type, publicKey))}`;

/** Reads a key as `formatVkey` formats it; undefined for another type or a wrong id. */
export function readVkey(text: string): NoteKey | undefined {
  const [, name = '', encoded = ''] = text.match(/^([^+]+)\+[0-9a-f]{8}\+(.+)$/) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (!isKeyName(name) || bytes?.length !== KEY_BYTES + 1) return undefined;
  const type = (['log', 'witness'] as const).find((each) => keyTypes[each] === bytes[0]);
  if (!type) return undefined;
  const key = noteKey(name, type, bytes.slice(1));
  return formatVkey(key) === text ? key : undefined;
}
