import {
  base64Of,
  bytesOfBase64,
  bytesOfCount,
  bytesOfHex,
  bytesOfText,
  concatBytes,
  countOfBytes,
  hexOf,
} from './bytes.ts';
import { isKeyName, type NoteKey } from './keys.ts';

export interface NoteSignature {
  readonly name: string;
  /** 8 hex digits. */
  readonly keyId: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

export interface Note {
  /** The text with its final line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const MAX_NOTE_LENGTH = 100_000;
const MAX_SIGNATURES = 64;

const ID_BYTES = 4;

export const signatureLine = ({ name, keyId, signature }: NoteSignature): string =>
  `— ${name} ${base64Of(concatBytes(bytesOfHex(keyId) as Uint8Array, signature))}\n`;

export const writeNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

export function readSignatureLine(line: string): NoteSignature | undefined {
  const [, name = '', encoded = ''] = line.match(/^— (\S+) (\S+)$/) ?? [];
  const bytes = bytesOfBase64(encoded);
  if (!bytes || bytes.length <= ID_BYTES || !isKeyName(name)) return undefined;
  const keyId = hexOf(bytes.subarray(0, ID_BYTES));
  return { name, keyId, signature: bytes.slice(ID_BYTES) };
}

const isControl = (text: string): boolean => /[^\P{Cc}\n]/u.test(text);

/** Reads a signed note; undefined for any other text. */
export function readNote(text: string): Note | undefined {
  const end = text.lastIndexOf('\n\n');
  if (end < 0 || text.length > MAX_NOTE_LENGTH || isControl(text)) return undefined;
  const lines = text.slice(end + 2).split('\n');
  if (lines.pop() !== '' || lines.length === 0 || lines.length > MAX_SIGNATURES) return undefined;
  const signatures = lines.map(readSignatureLine);
  const isRead = (each: NoteSignature | undefined): each is NoteSignature => each !== undefined;
  return signatures.every(isRead) ? { text: text.slice(0, end + 1), signatures } : undefined;
}

/** Thrown where the device cannot check signatures, because it has no Ed25519. */
export class NoSignatures extends Error {
  override readonly name = 'NoSignatures';
}

/** @throws NoSignatures if this device has no Ed25519 */
async function importKey(publicKey: Uint8Array<ArrayBuffer>) {
  try {
    return await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') {
      throw new NoSignatures('This browser cannot check signatures. Update it, or use another.');
    }
    // Not every 32 bytes are a valid key.
    return undefined;
  }
}

async function isSigned(
  { publicKey }: NoteKey,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  const key = await importKey(publicKey);
  return key !== undefined && crypto.subtle.verify('Ed25519', key, signature, bytesOfText(text));
}

const TIME_BYTES = 8;

/** Returns the text that a witness signs: it saw this checkpoint at this second (C2SP tlog-cosignature). */
const cosignedText = (seconds: number, text: string): string =>
  `cosignature/v1\ntime ${seconds}\n${text}`;

export type Signed =
  /** `seconds` since 1970, for the key of a witness. */
  { readonly is: 'valid'; readonly seconds?: number } | { readonly is: 'wrong' | 'absent' };

/**
 * Checks the signatures of a note that bear the name and id of a key: all must be valid.
 *
 * @throws NoSignatures if this device has no Ed25519
 */
export async function checkSignature({ text, signatures }: Note, key: NoteKey): Promise<Signed> {
  let last: Signed = { is: 'absent' };
  for (const { name, keyId, signature } of signatures) {
    if (name !== key.name || keyId !== key.id) continue;
    last = await checkOne(text, key, signature);
    if (last.is !== 'valid') return last;
  }
  return last;
}

async function checkOne(
  text: string,
  key: NoteKey,
  signature: Uint8Array<ArrayBuffer>,
): Promise<Signed> {
  const wrong: Signed = { is: 'wrong' };
  if (key.type === 'log') return (await isSigned(key, signature, text)) ? { is: 'valid' } : wrong;
  const seconds = signature.length > TIME_BYTES ? countOfBytes(signature) : undefined;
  if (seconds === undefined) return wrong;
  const signed = await isSigned(key, signature.slice(TIME_BYTES), cosignedText(seconds, text));
  return signed ? { is: 'valid', seconds } : wrong;
}

export interface NoteSigner extends NoteKey {
  readonly sign: (text: string) => Promise<Uint8Array<ArrayBuffer>>;
}

export async function signNote(text: string, signer: NoteSigner): Promise<NoteSignature> {
  return { name: signer.name, keyId: signer.id, signature: await signer.sign(text) };
}

/**
 * Cosigns a checkpoint's text.
 *
 * @param seconds the time at which the witness saw the checkpoint, since 1970
 */
export async function cosign(
  text: string,
  signer: NoteSigner,
  seconds: number,
): Promise<NoteSignature> {
  const signature = await signer.sign(cosignedText(seconds, text));
  const timed = concatBytes(bytesOfCount(seconds), signature);
  return { name: signer.name, keyId: signer.id, signature: timed };
}
