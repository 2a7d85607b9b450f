import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';
import { logLine, readLogLine } from './lines.ts';

const at = '2026-11-20T09:00:00.000Z';
const line = { seq: 1, at, kind: 'token-sale', tokens: 5, paidCents: 100 };

test('a line is written with its number first', () => {
  const { seq, kind, tokens, paidCents } = line;
  const event = { at: Date.parse(at), kind, fields: { tokens, paidCents } };
  const written = logLine(seq, event);
  expect(written).toBe(`{"seq":1,"at":"${at}","kind":"token-sale","tokens":5,"paidCents":100}\n`);
  expect(readLogLine(written.trimEnd())).toEqual({ seq, fields: line });
});

test('a line has at most 8192 bytes with its line feed', () => {
  const ofLength = (length: number) => {
    const written = (reason: string) => logLine(7, { at: 0, kind: 'takedown', fields: { reason } });
    return written('x'.repeat(length - written('').length));
  };
  expect(ofLength(8_192)).toHaveLength(8_192);
  expect(() => ofLength(8_193)).toThrow(new RangeError('Line 7 is too long'));
});

const { seq: _seq, ...unnumbered } = line;
const { at: _at, ...timeless } = line;

const noInstants = [`${at} `, ` ${at}`, '2026-11-20', '2026-11-20T09:00:00Z', 7];

const badNames = ['Tokens', 'to kens', '1tokens', ''];
const badKinds = ['Sale', 'sale1', '-sale', '', 7];

test.each([
  ['no number', unnumbered],
  ['its members in another order', { at, ...timeless }],
  ...badNames.map((name) => [`a member called "${name}"`, { ...line, [name]: 1 }]),
  ['the number "1"', { ...line, seq: '1' }],
  ...badKinds.map((kind) => [`the kind ${JSON.stringify(kind)}`, { ...line, kind }]),
  ...noInstants.map((time) => [`the time ${JSON.stringify(time)}`, { ...line, at: time }]),
] as [string, Record<string, string | number>][])('a line with %s is refused', (_what, fields) => {
  expect(readLogLine(canonical(fields))).toBeUndefined();
});

test('an unknown kind with unknown members is read', () => {
  const { seq } = line;
  const fields = { seq, at, kind: 'x', a: 'b', a1B2: 3 };
  expect(readLogLine(canonical(fields))).toEqual({ seq, fields });
  expect(readLogLine(canonical({ seq, at, kind: 'x' }))).toBeDefined();
});

test('a text that is not JSON is not a line', () => {
  expect(readLogLine('x')).toBeUndefined();
});
