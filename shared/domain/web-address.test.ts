import { expect, test } from 'vitest';
import { readWebAddress } from './web-address.ts';

test.each([
  ['https://music.example/tidepool', 'https://music.example/tidepool'],
  ['http://a.example:8080?x=1#y', 'http://a.example:8080?x=1#y'],
  [' tidepool.example/songs ', 'https://tidepool.example/songs'],
  ['https://münchen.example/ö', 'https://münchen.example/ö'],
])('%j is the address of a page', (typed, read) => {
  expect(readWebAddress(typed)).toBe(read);
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
  `https://a.example/${'x'.repeat(300)}`,
])('%j is none', (typed) => {
  expect(readWebAddress(typed)).toBeUndefined();
});
