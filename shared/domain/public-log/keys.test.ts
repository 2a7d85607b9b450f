import { expect, test } from 'vitest';
import { sha256, signerOf } from '../../../functions/public-log/signer.ts';
import { demoLogKey } from './demo-key.ts';
import { bytesOfHex, keyId, keysFile, readKeys } from './keys.ts';

const [one, two] = [signerOf('01'.repeat(32)), signerOf('02'.repeat(32))];
const { id, publicKey } = one;

test('the file of keys says its format and has a line feed at its end', () => {
  expect(keysFile([one])).toBe(
    `{"format":"datchain-public-log-1","keys":[{"id":"${id}","publicKey":"${publicKey}"}]}\n`,
  );
});

test('a key is named by the first 16 digits of the hash of its bytes', async () => {
  expect(bytesOfHex('00ff61')).toBe('\u0000\u00ffa');
  expect(await keyId(publicKey, sha256)).toBe(sha256(bytesOfHex(publicKey)).slice(0, 16));
});

test('keys are found by their ids', async () => {
  expect(await readKeys(keysFile([one, two]), sha256)).toEqual(
    new Map([
      [one.id, one.publicKey],
      [two.id, two.publicKey],
    ]),
  );
  expect(await readKeys(keysFile([]), sha256)).toEqual(new Map());
});

const withKey = (key: unknown) =>
  `{"format":"datchain-public-log-1","keys":[${JSON.stringify(key)}]}\n`;

test.each<[what: string, text: string, line: number]>([
  ['nothing', '', 1],
  ['a list', '[]', 1],
  ['keys that are no list', '{"format":"datchain-public-log-1","keys":7}\n', 1],
  ['another format', keysFile([one]).replace('log-1', 'log-2'), 1],
  ['no line feed', keysFile([one]).trimEnd(), 1],
  ['one more line feed', `${keysFile([one])}\n`, 1],
  ['a key that is none', withKey(null), 1],
  ['an id that is too short', withKey({ id: id.slice(1), publicKey }), 1],
  ['an id that is too long', withKey({ id: `${id}0`, publicKey }), 1],
  ['an id in capitals', withKey({ id: 'ABCDEF0123456789', publicKey }), 1],
  ['an id in a list', withKey({ id: [id], publicKey }), 1],
  ['a key that is too short', withKey({ id, publicKey: publicKey.slice(1) }), 1],
  ['a key that is too long', withKey({ id, publicKey: `0${publicKey}` }), 1],
  ['a key in a list', withKey({ id, publicKey: [publicKey] }), 1],
  ['a key under the name of another one', keysFile([{ id, publicKey: two.publicKey }]), 1],
  ['the same behind a sound one', keysFile([one, { id: two.id, publicKey }]), 2],
  ...[`${two.id}0`, `0${two.id}`].map((longer): [string, string, number] => [
    `a second id ${longer}`,
    keysFile([one, { ...two, id: longer }]),
    1,
  ]),
  ...[`${two.publicKey}0`, `0${two.publicKey}`].map((longer): [string, string, number] => [
    `a second key ${longer}`,
    keysFile([one, { ...two, publicKey: longer }]),
    1,
  ]),
])('%s is no file of keys', async (_what, text, line) => {
  const failure = { ok: false, where: 'keys', line, fault: 'keys' };
  expect(await readKeys(text, sha256)).toEqual(failure);
});

test('the key of the demo says what it is worth', () => {
  expect(bytesOfHex(demoLogKey)).toBe('demo key: it signs nothing real!');
});
