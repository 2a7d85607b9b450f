import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';
import {
  checkpointLine,
  logLine,
  noHash,
  readCheckpoint,
  readLogLine,
  signedText,
} from './lines.ts';

const at = '2026-11-20T09:00:00.000Z';
const hash = '0123456789abcdef'.repeat(4);
const line = { seq: 1, at, kind: 'token-sale', tokens: 5, paidCents: 100, prev: hash };
const checkpoint = { number: 1, length: 1, head: hash, at, key: hash.slice(0, 16), prev: noHash };
const signature = `${hash}${hash}`;
const signed = { ...checkpoint, signature };

test('a line is written with its number first, and one from before the tree names the line before it', () => {
  const { seq, kind, tokens, paidCents, prev } = line;
  const event = { at: Date.parse(at), kind, fields: { tokens, paidCents } };
  const written = logLine(seq, event, prev);
  expect(written).toBe(
    `{"seq":1,"at":"${at}","kind":"token-sale","tokens":5,"paidCents":100,"prev":"${hash}"}\n`,
  );
  expect(readLogLine(written.trimEnd())).toEqual({ seq, fields: line });
});

test('a line has at most 8192 bytes with its line feed', () => {
  const ofLength = (length: number) => {
    const written = (reason: string) =>
      logLine(7, { at: 0, kind: 'takedown', fields: { reason } }, noHash);
    return written('x'.repeat(length - written('').length));
  };
  expect(ofLength(8_192)).toHaveLength(8_192);
  expect(() => ofLength(8_193)).toThrow(new RangeError('Line 7 is too long'));
});

test('what is signed is the checkpoint without its signature, and what it is', () => {
  const members = `"number":1,"length":1,"head":"${hash}","at":"${at}","key":"0123456789abcdef","prev":"${noHash}"`;
  expect(signedText(checkpoint)).toBe(`datchain public log checkpoint v1\n{${members}}`);
  const written = checkpointLine(checkpoint, signature);
  expect(written).toBe(`{${members},"signature":"${signature}"}\n`);
  expect(readCheckpoint(written.trimEnd())).toEqual(signed);
});

const { seq: _seq, ...unnumbered } = line;
const { prev: _prev, ...unchained } = line;
const { at: _at, ...timeless } = line;

/** Texts that only look like a time. */
const noInstants = [`${at} `, ` ${at}`, '2026-11-20', '2026-11-20T09:00:00Z', 7];
/** Texts that only look like a hash. */
const noHashes = [`${hash}0`, hash.slice(1), hash.toUpperCase(), `g${hash.slice(1)}`, 7];

test.each([
  ['no number', unnumbered],
  ['its members in another order', { at, ...timeless }],
  ...['Tokens', 'to kens', '1tokens', ''].map((name) => [
    `a member called "${name}"`,
    { ...unchained, [name]: 1, prev: hash },
  ]),
  ...[0, -1, '1'].map((seq) => [`the number ${JSON.stringify(seq)}`, { ...line, seq }]),
  ...['Sale', 'sale1', '-sale', '', 7].map((kind) => [
    `the kind ${JSON.stringify(kind)}`,
    { ...line, kind },
  ]),
  ...noInstants.map((time) => [`the time ${JSON.stringify(time)}`, { ...line, at: time }]),
] as [string, Record<string, string | number>][])('a line has not %s', (_what, fields) => {
  expect(readLogLine(canonical(fields))).toBeUndefined();
});

test('a kind and members that no one knows yet are read', () => {
  const { seq } = line;
  const fields = { seq, at, kind: 'x', a: 'b', a1B2: 3 };
  expect(readLogLine(canonical(fields))).toEqual({ seq, fields });
  expect(readLogLine(canonical({ seq, at, kind: 'x' }))).toBeDefined();
});

test.each([
  ['no signature', checkpoint],
  ['its members in another order', { signature, ...checkpoint }],
  ['another member', { ...signed, note: 'x' }],
  ['the number 0', { ...signed, number: 0 }],
  ['the number "1"', { ...signed, number: '1' }],
  ['the length 0', { ...signed, length: 0 }],
  ['the length "1"', { ...signed, length: '1' }],
  ...noHashes.map((head) => [`the head ${JSON.stringify(head)}`, { ...signed, head }]),
  ...noInstants.map((time) => [`the time ${JSON.stringify(time)}`, { ...signed, at: time }]),
  ...noHashes.map((prev) => [`before it ${JSON.stringify(prev)}`, { ...signed, prev }]),
  ['a key that is too long', { ...signed, key: `${signed.key}0` }],
  ['a key that is a number', { ...signed, key: 1_234_567_890_123_456 }],
  ['a signature that is too short', { ...signed, signature: signature.slice(1) }],
  ['a signature that is a number', { ...signed, signature: 1 }],
] as [string, Record<string, string | number>][])('a checkpoint has not %s', (_what, fields) => {
  expect(readCheckpoint(canonical(fields))).toBeUndefined();
});

test('what is not a line at all is neither a line nor a checkpoint', () => {
  expect(readLogLine('x')).toBeUndefined();
  expect(readCheckpoint('x')).toBeUndefined();
});
