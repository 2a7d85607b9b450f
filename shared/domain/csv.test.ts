import { expect, test } from 'vitest';
import { type Cell, formatCsv } from './csv.ts';

test.each<[Cell, string]>([
  ['Salt', 'Salt'],
  ['Salt, "Wires"', '"Salt, ""Wires"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@ada', "'@ada"],
  ['-7', "'-7"],
  ['Side-A', 'Side-A'],
  [-7, '-7'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [['=a', 'b'], "'=a; b"],
  [{ micros: -12_500_000 }, '-12.50'],
  [{ micros: 0 }, '0.00'],
  [{ micros: 1 }, '0.000001'],
])('the value %j is written as the field %s', (cell, text) => {
  expect(formatCsv([[cell]])).toBe(`${text}\r\n`);
});

test('fields are separated by commas, and each row ends with a line break', () => {
  expect(formatCsv([['a', 1], []])).toBe('a,1\r\n\r\n');
});
