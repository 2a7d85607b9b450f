import { describe, expect, test } from 'vitest';
import { checkArtistName } from './artist-name.ts';

describe('an artist name', () => {
  test.each([
    'Adele',
    'Beyonc\u00e9',
    'Beyonce\u0301',
    'AC/DC',
    'blink-182',
    '2Pac',
    'Sigur R\u00f3s',
    '\u5b87\u591a\u7530\u30d2\u30ab\u30eb',
    '\u30b2\u30b9\u306e\u6975\u307f\u4e59\u5973\u3002',
    'YOASOBI\u5915\u9b54\u7269\u8a9e',
    '\u91ce\u733f\u304c\u90aa\u9b54\u3059\u308bMONKEY\u30fc',
    '\uc544\uc774\uc720 IU',
    '\uc0c8\u5c0f\u5e74BTS',
    '\u041a\u0438\u043d\u043e',
    '\u041a\u0438\u043d\u043e & The Band',
    '\u0645\u062d\u0645\u062f \u0645\u0646\u06cc\u0631',
    '\u2020\u2020\u2020',
    '!!!',
    '\u26a1',
  ])('may be %s', (name) => {
    expect(checkArtistName(name)).toBeUndefined();
  });

  test.each([
    ['\u0410dele', 'Cyrillic and Latin'],
    ['The Be\u0430tles', 'Latin and Cyrillic'],
    ['\u039fasis', 'Greek and Latin'],
    ['\u05d0dele', 'Hebrew and Latin'],
    ['\u30abadele\uc544', 'Katakana and Latin and Hangul'],
    ['A\u0501ele2', 'Latin and Cyrillic'],
    ['Adel\u{10330}', 'Latin and another script'],
  ])('[N-MON-11] mixes no scripts within a word: %s', (name, mixed) => {
    expect(checkArtistName(name)).toMatch(
      new RegExp(`^Write each word in one script: “.+” mixes ${mixed}\\.$`),
    );
  });

  test.each(['', ' ', '\u200b\u200d', '\u3164', '\u00ad', '\u2800'])(
    'must have something visible: %j',
    (name) => {
      expect(checkArtistName(name)).toBe('An artist name must have letters or digits.');
    },
  );

  test('has at most 120 letters', () => {
    expect(checkArtistName('n'.repeat(120))).toBeUndefined();
    expect(checkArtistName('n'.repeat(121))).toBe('An artist name can have at most 120 letters.');
  });
});
