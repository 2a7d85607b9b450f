import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeSeen, checkReading, cleanLine, cleanLines } from './public-text.ts';

const oddText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r\n',
        ...'Ae\u0301 \n\t\0\u0085\u00a0\u2028\u3000\u200b',
        ...'\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\u061c\u00ad\ufeff\u3164',
        ...'\u2800\ufe0f\ufe00\u{e0101}\u180b\u0633\u0915\u094d\u093c\u845b\uf900\u1820',
        ...'1\u20e3\ud800\u{1f469}\u{1f3a4}\u{1f3fd}\u{1f3f4}\u{e0067}\u{e007f}\ufffe',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const neverShown = /[\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\ufeff\u200b]/u;

describe('[N-PPL-16] a public text', () => {
  test.each([
    ['  Lena\t\n Fjeldstad ', 'Lena Fjeldstad'],
    ['Ada\0 \u0007Okonjo', 'Ada Okonjo'],
    ['Ada \u200b Byron', 'Ada Byron'],
    ['Ada\ufeffByron', 'AdaByron'],
    ['\u202eojnokO adA', 'ojnokO adA'],
    ['Ada\u200e\u2066 Okonjo\u2069', 'Ada Okonjo'],
    ['Beyonce\u0301', 'Beyonc\u00e9'],
    ['Ade\u00adle \u{e0041}\u{e0042}', 'Adele'],
    ['a\u2800\u3164\u00a0b', 'a b'],
    ['\ud83d Ada \udca5', 'Ada'],
    [`Q${'\u0301'.repeat(110)} b`, `Q${'\u0301'.repeat(8)} b`],
  ])('%j becomes the line %j', (typed, line) => {
    expect(cleanLine(typed)).toBe(line);
  });

  test.each([
    'ليلى بن علي',
    'نامه\u200cها',
    'क्\u200dष',
    '👩‍🎤 <b>Ada</b>',
    '🧑🏽‍🚀 ❤️‍🔥 1️⃣ ✌️',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\u845b\u{e0100}\u57ce',
    'Saint-Ouen & “the” Ünïted 夜のバス',
  ])('%s keeps every character that a script or an emoji needs', (text) => {
    expect(cleanLine(text)).toBe(text);
    expect(checkReading(text)).toBeUndefined();
  });

  test('keeps its lines, with at most one empty line between two', () => {
    expect(cleanLines(' One\r\nTwo \u202e\u2029\n\n\nThree\u0000\n ')).toBe('One\nTwo\n\nThree');
  });

  test('does not change when it is cleaned again, composed or not, and has nothing invisible', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        for (const clean of [cleanLine, cleanLines]) {
          const cleaned = clean(text);
          expect(clean(cleaned)).toBe(cleaned);
          expect(clean(text.normalize('NFD'))).toBe(clean(text.normalize('NFC')));
          expect(cleaned).toBe(cleaned.normalize('NFC').trim());
          expect(cleaned).not.toMatch(neverShown);
          expect(cleaned.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
        }
        expect(cleanLine(text)).not.toMatch(/\n|\s\s/u);
      }),
      tries(1_000, 15_000),
    );
  });

  test.each(['', ' ', '\u200b\u202e', '\0', '\u3164', '\u2800', '\u0301'])(
    '%j has nothing visible',
    (text) => {
      expect(canBeSeen(cleanLine(text))).toBe(false);
    },
  );

  test.each([
    '\u202eojnokO adA',
    'Ada \u202eojnokO\u202c',
    'Ada\u2067 (live)\u2069',
    'Salt\u200f!',
    'Salt\u061c!',
    '\u05e9\u05dc\u05d5\u05dd\u200e 9',
    '\u2066\u0633\u2069',
  ])('%j is refused, because it would read differently without its marks', (text) => {
    expect(checkReading(text)).toMatch(/changes the reading direction/);
  });

  test('is accepted with direction marks of a program it was copied from, if they change nothing', () => {
    expect(checkReading('\u202aAda Okonjo\u202c\u200e \u2068(Live)\u2069')).toBeUndefined();
  });

  test.each(['\ue000', '\u0378', '\u{10ffff}', '\u{f0000}'])(
    'is refused with %j, which looks different on each device',
    (odd) => {
      expect(checkReading(`Ada ${odd}`)).toBe(`Not every device can show “${odd}”. Leave it out.`);
    },
  );
});
