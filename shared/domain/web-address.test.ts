import { expect, test } from 'vitest';
import { readWebAddress } from './web-address.ts';

test.each([
  ['https://music.example/tidepool', 'https://music.example/tidepool'],
  ['http://a.example:8080?x=1#y', 'http://a.example:8080?x=1#y'],
  [' tidepool.example/songs ', 'https://tidepool.example/songs'],
  ['a.example/to?https://b.example', 'https://a.example/to?https://b.example'],
  ['https://münchen.example/ö', 'https://münchen.example/ö'],
])('%j is the address of a page', (typed, read) => {
  expect(readWebAddress(typed)).toBe(read);
});

test('an address has at most 300 characters as it is typed', () => {
  const longest = 'https://a.example/'.padEnd(300, 'x');
  expect(readWebAddress(` ${longest} `)).toBe(longest);
  expect(readWebAddress(`${longest}x`)).toBeUndefined();
});

test.each([
  '',
  '   ',
  'music',
  'https://localhost/',
  'javascript:alert(1)',
  'javascript://a.example/%0aalert(1)',
  'ftp://a.example',
  'https://user@a.example',
  'https://a.example/"onload',
  'https://a.example/<b>',
  'https://a.example\\@b.example',
  'https://.example',
  'https://a.example:99999',
  'https://1.2.3.999/',
])('%j is not a web address', (typed) => {
  expect(readWebAddress(typed)).toBeUndefined();
});
