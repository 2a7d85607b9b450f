import { expect, test } from 'vitest';
import { delimiterOf, headerOf, plainHeader, splitLine } from './headers.ts';

test.each([
  ['\ufeffDate ', 'date'],
  ['Ｄａｔｅ', 'date'],
  ['Sale \t Month', 'sale month'],
  ['nom de l’artiste‘s', "nom de l'artiste's"],
  ['E\u0301coutes', 'écoutes'],
])('the column %j is compared as %j', (name, plain) => {
  expect(plainHeader(name)).toBe(plain);
});

test('a delimiter inside quotes is text, and two quotes there are one', () => {
  expect(splitLine('a,"b, ""c""",,d', ',')).toEqual(['a', 'b, "c"', '', 'd']);
  expect(splitLine('a""b,c', ',')).toEqual(['ab', 'c']);
  expect(splitLine('', ',')).toEqual(['']);
});

test.each([
  ['a,b,c', ','],
  ['a;b;c', ';'],
  ['a\tb\tc', '\t'],
  ['a,b;c;d', ';'],
  // As often as one another: the first of them in the order of delimiters.
  ['a;b,c', ';'],
  ['"a;b;c",d', ','],
  ['alone', ','],
])('%j is parted by %j', (line, delimiter) => {
  expect(delimiterOf(line)).toBe(delimiter);
});

test('a header is read whatever parts it and however it is written', () => {
  expect(headerOf('\ufeff"Date";Song  Title ;')).toEqual(['date', 'song title', '']);
});
