import { expect, test } from 'vitest';
import { detectDelimiter, parseHeader, plainHeader, splitLine } from './headers.ts';

test.each([
  ['\ufeffDate ', 'date'],
  ['Ｄａｔｅ', 'date'],
  ['Sale \t Month', 'sale month'],
  ['nom de l’artiste‘s', "nom de l'artiste's"],
  ['E\u0301coutes', 'écoutes'],
])('the column %j is compared as %j', (name, plain) => {
  expect(plainHeader(name)).toBe(plain);
});

const tabs = (line: string): string => line.replaceAll('|', '\t');

test.each([
  ['a,"b, ""c""",,d', ',', ['a', 'b, "c"', '', 'd']],
  ['a""b,c', ',', ['a""b', 'c']],
  ['', ',', ['']],
  ['a,', ',', ['a', '']],
  [',', ',', ['', '']],
  ['"",""', ',', ['', '']],
  ['"""a""",b', ',', ['"a"', 'b']],
  ['12" mix;b', ';', ['12" mix', 'b']],
  [tabs('"a"|"1,024"|b'), '\t', ['a', '1,024', 'b']],
  [tabs('a|"Heroes" (Live)|b'), '\t', ['a', '"Heroes" (Live)', 'b']],
  [tabs('a|Song "One"|b'), '\t', ['a', 'Song "One"', 'b']],
] as const)('[N-INP-06] the line %j split by %j has the cells %j', (line, delimiter, cells) => {
  expect(splitLine(line, delimiter)).toEqual({ kind: 'cells', cells });
});

test.each([
  ['a,"Heroes,b', ',', 1],
  ['"a', ',', 0],
  ['a,"b"c,d', ',', 1],
  ['a,b,"', ',', 2],
  ['a,"b""', ',', 1],
  [tabs('a|"Heroes|b'), '\t', 1],
] as const)('[N-INP-05] the line %j split by %j has an open quote', (line, delimiter, cell) => {
  expect(splitLine(line, delimiter)).toEqual({ kind: 'open quote', cell });
});

test('a report that is never quoted may have a quote anywhere', () => {
  const cells = ['a', '"Heroes', 'b'];
  expect(splitLine(cells.join('\t'), '\t', false)).toEqual({ kind: 'cells', cells });
});

test.each([
  ['a,b,c', ','],
  ['a;b;c', ';'],
  ['a\tb\tc', '\t'],
  ['a,b;c;d', ';'],
  ['a;b,c', ';'],
  ['"a;b;c",d', ','],
  ['alone', ','],
])('%j is separated by %j', (line, delimiter) => {
  expect(detectDelimiter(line)).toBe(delimiter);
});

test('a header is read with any delimiter and spelling', () => {
  expect(parseHeader('\ufeff"Date";Song  Title ;')).toEqual(['date', 'song title', '']);
});
