import { expect, test } from 'vitest';
import { bytesOfHex } from './bytes.ts';
import { checkpointText, readCheckpointText } from './checkpoint.ts';
import { formatVkey, readVkey } from './keys.ts';
import { checkSignature, cosign, readNote, signNote, writeNote } from './note.ts';
import { noteSigner } from './signer.ts';
import { vector } from './testing/vector.ts';

const { origin } = vector;
const log = await noteSigner(origin, 'log', vector.logSeed);
const witness = await noteSigner(vector.witnessName, 'witness', vector.witnessSeed);
const root = bytesOfHex(vector.root) as Uint8Array;
const text = checkpointText({ origin, size: 3, root });

test('signing and cosigning the test vector gives its note and keys byte for byte', async () => {
  const signatures = [
    await signNote(text, log),
    await cosign(text, witness, vector.cosignedSeconds),
  ];
  expect(writeNote({ text, signatures })).toBe(vector.note);
  expect([formatVkey(log), formatVkey(witness)]).toEqual([vector.logKey, vector.witnessKey]);
});

test('a note reads back exactly as it was written, and so does its checkpoint', () => {
  const note = readNote(vector.note);
  expect(note && writeNote(note)).toBe(vector.note);
  expect(note && readCheckpointText(note.text)).toEqual({ origin, size: 3, root });
});

test('the signatures of both keys are valid, a cosignature with its time', async () => {
  const note = readNote(vector.note);
  expect(note && (await checkSignature(note, log))).toEqual({ is: 'valid' });
  expect(note && (await checkSignature(note, witness))).toEqual({
    is: 'valid',
    seconds: vector.cosignedSeconds,
  });
});

test('a key that did not sign is reported as absent', async () => {
  const stranger = await noteSigner('stranger.example', 'log', vector.witnessSeed);
  const note = readNote(vector.note);
  expect(note && (await checkSignature(note, stranger))).toEqual({ is: 'absent' });
});

test('two signatures of a key must both be valid', async () => {
  const signed = await signNote(text, log);
  const wrong = { ...signed, signature: signed.signature.map((byte) => byte ^ 1) };
  for (const signatures of [
    [signed, wrong],
    [wrong, signed],
  ]) {
    expect(await checkSignature({ text, signatures }, log)).toEqual({ is: 'wrong' });
  }
});

test('any changed bit of a note is found: its form, its text or a signature is wrong', async () => {
  const bytes = new TextEncoder().encode(vector.note);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    const changed = bytes.with(at, (bytes[at] as number) ^ (1 << (bit & 7)));
    const note = readNote(new TextDecoder().decode(changed));
    const isSound =
      note !== undefined &&
      (await checkSignature(note, log)).is === 'valid' &&
      (await checkSignature(note, witness)).is === 'valid';
    expect(isSound, `bit ${bit}`).toBe(false);
  }
});

test.each([
  ['without signatures', `${text}\n`],
  ['without a blank line', text],
  ['without its last line feed', vector.note.slice(0, -1)],
  ['with a carriage return', vector.note.replace('\n3\n', '\r\n3\n')],
  ['with a signature that is not Base64', vector.note.replace('cGDas9z1', 'cGDas9z*')],
  ['with a signature of its id alone', `${text}\n— ${origin} cGDasw==\n`],
  ['with a + in a name', vector.note.replace('— datchain', '— dat+chain')],
  ['that is far too long', `${'a'.repeat(100_000)}${vector.note}`],
])('a note %s is refused', (_what, note) => {
  expect(readNote(note)).toBeUndefined();
});

test.each([
  ['a size with a leading zero', `${origin}\n03\n${text.split('\n')[2]}\n`],
  ['a size too large to be exact', `${origin}\n9007199254740993\n${text.split('\n')[2]}\n`],
  ['a short root', `${origin}\n3\nY0nF\n`],
  ['a line more', `${text}more\n`],
  ['no origin', `\n3\n${text.split('\n')[2]}\n`],
])('a checkpoint with %s is refused', (_what, checkpoint) => {
  expect(readCheckpointText(checkpoint)).toBeUndefined();
});

test.each([
  ['another id', vector.logKey.replace('7060dab3', '7060dab4')],
  ['another name', `x${vector.logKey}`],
  ['another type', vector.logKey.replace('+AY', '+BY')],
  ['a key that is too short', 'a.example+7060dab3+AYhb'],
  ['no parts', 'a.example'],
  ['a space in its name', `a ${vector.logKey}`],
])('a key with %s is refused', (_what, vkey) => {
  expect(readVkey(vkey)).toBeUndefined();
});

test('both kinds of key read back exactly as they were written', () => {
  for (const vkey of [vector.logKey, vector.witnessKey]) {
    const key = readVkey(vkey);
    expect(key && formatVkey(key)).toBe(vkey);
  }
});

test('a seed that is not 32 bytes in hex is refused, and so is a name with a space', async () => {
  await expect(noteSigner(origin, 'log', 'abc')).rejects.toThrow('32 bytes');
  await expect(noteSigner('a b', 'log', vector.logSeed)).rejects.toThrow('name');
});
