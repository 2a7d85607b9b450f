import { expect, test } from 'vitest';
import { artistNameKeys } from './artist-name-keys.ts';

const isSame = (one: string, other: string): boolean => {
  const keys = new Set(artistNameKeys(one));
  return artistNameKeys(other).some((key) => keys.has(key));
};

test.each([
  ['case', 'Adele', 'ADELE'],
  ['white space', 'The Beatles', ' The  Beatles '],
  ['width', 'Adele', '\uff21\uff44\uff45\uff4c\uff45'],
  ['mathematical letters', 'Adele', '\u{1d400}\u{1d41d}\u{1d41e}\u{1d425}\u{1d41e}'],
  ['composition', 'Beyonc\u00e9', 'Beyonce\u0301'],
  ['composition and case', 'BEYONC\u00c9', 'beyonce\u0301'],
  ['a letter that cannot be seen', 'Adele', 'Ad\u200bele'],
  ['a soft hyphen', 'Adele', 'Ade\u00adle'],
  ['one Cyrillic letter', 'Adele', '\u0410dele'],
  ['small Cyrillic letters', 'ape', '\u0430\u0440\u0435'],
  ['Cyrillic capitals', 'HATA', '\u041d\u0410\u0422\u0410'],
  ['Cyrillic capitals, read small', 'Hata', '\u041d\u0410\u0422\u0410'],
  ['a Greek letter', 'Oasis', '\u039fasis'],
  ['l for I', 'Ilya', 'llya'],
  ['1 for l', 'Adele', 'Ade1e'],
  ['0 for O', 'OK Go', '0K Go'],
  ['rn for m', 'Eminem', 'Erninem'],
  ['a mark that turns the direction', 'Ada Okonjo', '\u202eojnokO adA'],
  ['a turned word', 'Ada Okonjo', 'Ada \u202eojnokO'],
  ['a turned accent', 'Ino\u0301s \u{1f3b7}', '\u202e\u{1f3b7} s\u00f3nI'],
  ['turned brackets', 'Ada (Live)', '\u202e(eviL) adA'],
  ['a mark from right to left', '\u05e9\u05dc\u05d5\u05dd', '\u200f\u05e9\u05dc\u05d5\u05dd'],
  ['a number in front of Hebrew', '\u05e9\u05dc\u05d5\u05dd 9', '9 \u05e9\u05dc\u05d5\u05dd'],
  ['sharp s', 'Strasse', 'Stra\u00dfe'],
  [
    'sigmas',
    '\u039f\u03b4\u03c5\u03c3\u03c3\u03ad\u03b1\u03c2',
    '\u039f\u0394\u03a5\u03a3\u03a3\u0388\u0391\u03a3',
  ],
])('[N-MON-11] %s makes no new name: %s and %s', (_what, one, other) => {
  expect(isSame(one, other)).toBe(true);
  expect(isSame(other, one)).toBe(true);
});

test.each([
  ['Adele', 'Adela'],
  ['ALI', 'ALL'],
  ['Ali', 'All'],
  ['Beyonce', 'Beyonc\u00e9'],
  ['Kino', '\u041a\u0438\u043d\u043e'],
  ['The Band', 'Band'],
  ['Eva', 'Ave'],
  ['\u05e9\u05dc\u05d5\u05dd', '\u05dd\u05d5\u05dc\u05e9'],
  ['U2', 'U 2'],
])('%s and %s are two names', (one, other) => {
  expect(isSame(one, other)).toBe(false);
});

test('a name that cannot be seen has no keys', () => {
  for (const name of ['', ' ', '\u200b', '\u3164']) expect(artistNameKeys(name)).toEqual([]);
});

test('keys are valid document ids, however long the artist’s name is', () => {
  for (const key of artistNameKeys('\ufdfa'.repeat(120))) expect(key).toMatch(/^[0-9a-f]{64}$/);
});
