import { expect, test } from 'vitest';
import { canonical, type Flat } from './canonical.ts';
import { publicEntries } from './entries.ts';
import { maxLineBytes } from './lines.ts';

const at = '2026-11-20T09:00:00.000Z';
const line = (more: Flat = {}): string =>
  `${canonical({ seq: 7, at, kind: 'takedown', reason: '', ...more })}\n`;
const ofLength = (bytes: number): string => line({ reason: 'x'.repeat(bytes - line().length) });

const entry = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['a line', line()],
  ['a line of the greatest length', ofLength(maxLineBytes)],
])('%s at its own number has no fault', (_what, text) => {
  expect(publicEntries.faultOf(entry(text), 7)).toBeUndefined();
});

test.each([
  ['is empty', ''],
  ['lacks its line feed', line().trimEnd()],
  ['has two line feeds', `${line()}\n`],
  ['goes on after its line feed', `${line()}{}`],
  ['is two lines', line() + line()],
  ['begins with a byte that is not printed', `\0${line()}`],
  ['has a tab', line().replace(',', ',\t')],
  ['has a byte that is not ASCII', line().replace('takedown', 'takedöwn')],
  ['is a byte too long', ofLength(maxLineBytes + 1)],
])('an entry that %s has wrong bytes', (_what, text) => {
  expect(publicEntries.faultOf(entry(text), 7)).toBe('bytes');
});

test.each(['\n', 'x\n', '{}\n', ` ${line()}`])('%j does not have the form of a line', (text) => {
  expect(publicEntries.faultOf(entry(text), 7)).toBe('form');
});

test.each([6, 8])('line 7 as entry %i has the wrong number', (seq) => {
  expect(publicEntries.faultOf(entry(line()), seq)).toBe('number');
});

test('an entry has the time in its line', () => {
  expect(publicEntries.millisOf(entry(line()))).toBe(Date.UTC(2026, 10, 20, 9));
});

test.each([
  ['names a time that no calendar has', line({ at: '2026-13-20T09:00:00.000Z' })],
  ['is no line', 'x\n'],
])('an entry that %s has no time', (_what, text) => {
  expect(publicEntries.millisOf(entry(text))).toBe(0);
});
