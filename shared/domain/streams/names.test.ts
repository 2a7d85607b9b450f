import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bareName, exactName, lacksOnlyAccents, looseName, mayBeNamedAfter } from './names.ts';

const isSame = (one: string, other: string): boolean =>
  lacksOnlyAccents(exactName(one), exactName(other));

describe('[N-INP-03] two names', () => {
  test.each([
    ['composed and decomposed', 'Été', 'E\u0301te\u0301'],
    ['composed and decomposed kana', 'パパ', 'ハ\u309aハ\u309a'],
    ['composed and decomposed Hangul', '한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
    ['of another case', 'SONG', 'song'],
    ['of another case in Greek, with either sigma', 'ΟΔΟΣ ΣΟΦΟΣ', 'οδος σοφος'],
    ['of another case in Cyrillic', 'ЙОГУРТ', 'йогурт'],
    ['full-width', 'Ｓｏｎｇ　＃１', 'song #1'],
    ['half-width kana', 'ﾊﾟﾊﾟ', 'パパ'],
    ['half-width kana whose mark is full-width', 'ﾊ\u309a', 'パ'],
    ['with other spaces', ' Ferry\u00a0\u2009 5 ', 'ferry 5'],
    ['without their Latin accents', 'Beyoncé', 'BEYONCE'],
    ['without some of them', 'Été', 'Eté'],
    ['without umlauts', 'Björk', 'Bjork'],
    ['without a tilde and a cedilla', 'Señor Ça', 'Senor Ca'],
    ['in Greek capitals, which have no accents', 'Καλημέρα', 'ΚΑΛΗΜΕΡΑ'],
    ['in polytonic Greek', 'ἄνθρωπος', 'άνθρωπος'],
  ])('count as one %s: %s = %s', (_how, one, other) => {
    expect(isSame(one, other)).toBe(true);
    expect(isSame(other, one)).toBe(true);
    expect(bareName(exactName(one))).toBe(bareName(exactName(other)));
  });

  test.each([
    ['kana voicing', 'ハハ', 'パパ'],
    ['kana voicing', 'か', 'が'],
    ['small kana', 'きよう', 'きょう'],
    ['hiragana and katakana', 'ぱぱ', 'パパ'],
    ['a long mark', 'ビル', 'ビール'],
    ['Hangul of another vowel', '나무', '너무'],
    ['Vietnamese horn', 'Mua', 'Mưa'],
    ['Vietnamese hook', 'Ma', 'Mả'],
    ['Vietnamese dot', 'Ban', 'Bạn'],
    ['Vietnamese d', 'Đen', 'Den'],
    ['Vietnamese tones', 'Mùa', 'Múa'],
    ['a tone in a Vietnamese name', 'Cơn mưa ngang qua', 'Cơn mưa ngang quá'],
    ['a Vietnamese letter with two marks', 'Nắng', 'Nang'],
    ['another accent', 'Péché', 'Pêche'],
    ['an accent elsewhere', 'Papá', 'Pápa'],
    ['Turkish dotless i', 'kış', 'kis'],
    ['Turkish dotted I', 'İyi', 'iyi'],
    ['German ß', 'Maße', 'Masse'],
    ['German ß in capitals', 'STRASSE', 'Straße'],
    ['Polish l', 'Łaska', 'Laska'],
    ['Danish o', 'Rød', 'Rod'],
    ['Cyrillic short i', 'Май', 'Маи'],
    ['Cyrillic yo', 'всё', 'все'],
    ['a Cyrillic letter that looks Latin', 'Саrа', 'Cara'],
    ['a Greek letter that looks Latin', 'Αlpha', 'Alpha'],
    ['Devanagari vowels', 'दिन', 'दीन'],
    ['Devanagari nasals', 'माग', 'मांग'],
    ['Thai tones', 'มา', 'ม้า'],
    ['Arabic harakat', 'مَلِك', 'مُلْك'],
    ['Arabic hamza', 'أمل', 'امل'],
    ['Hebrew niqqud', 'בַּיִת', 'בית'],
    ['a sharp', 'C', 'C#'],
    ['plus signs', 'C', 'C++'],
    ['plus and minus', '+', '-'],
    ['signs alone', '???', '!!!'],
    ['an apostrophe', "Don't", 'Dont'],
    ['a question mark', 'Why', 'Why?'],
    ['Remix', 'Song', 'Song (Remix)'],
    ['another way to write Remix', 'Song (Remix)', 'Song - Remix'],
    ['Live', 'Song - Live', 'Song'],
    ['a remaster', 'Song (Remastered 2011)', 'Song'],
    ['a guest', 'Song (feat. Bo)', 'Song'],
    ['Original', 'Song (Original Mix)', 'Song'],
    ['a ligature', 'ﬁre', 'fire'],
    ['a Roman number', 'Ⅳ', 'IV'],
    ['a superscript', 'Song²', 'Song2'],
    ['a zero-width joiner', 'क्\u200dष', 'क्ष'],
    ['emoji of another skin', '👍🏿', '👍'],
    ['an emoji family', '👩\u200d👩\u200d👧', '👩👩👧'],
    ['a wave dash', '〜', '～'],
    ['a space', 'Ferry 5', 'Ferry5'],
    ['simplified and traditional signs', '爱', '愛'],
    ['another letter', 'Song', 'Sons'],
    ['more letters', 'Song', 'Songs'],
  ])('differ by %s: %s is not %s', (_what, one, other) => {
    expect(isSame(one, other)).toBe(false);
    expect(isSame(other, one)).toBe(false);
  });

  test('have an exact form, which stays the same when it is computed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const exact = exactName(name);
        expect(exactName(exact)).toBe(exact);
        expect(exactName(name.normalize('NFD'))).toBe(exact);
        expect(lacksOnlyAccents(exact, exact)).toBe(true);
      }),
      tries(),
    );
  });
});

describe('spellings that look alike are suggested to a person', () => {
  test.each([
    ['Song (Remix)', 'Song - Remix'],
    ['Song [REMIX]', 'song – remix'],
    ['Song - Original', 'Song'],
    ['Song (Original Mix)', 'Song'],
    ['Song (original version)', 'Song'],
    ['Song [Original] ', 'Song'],
    ['Song (Original ) ', 'Song'],
    ['Song (feat. Bo)', 'Song'],
    ['Song ft. Bo & Cy', 'Song'],
    ['Song (Featuring Bo)', 'Song'],
    ['Song (feat. Bo) [Remix]', 'Song (Remix)'],
    ['Song (Remastered 2011)', 'Song'],
    ['Song - 2011 Remaster', 'Song'],
    ['Song - Remastered', 'Song'],
    ['Été', 'ETE\u0301'],
    ['Mua', 'Mưa'],
    ['Mùa', 'Múa'],
    ['İyi', 'ıyı'],
    ['Ｓｏｎｇ', 'Song'],
    ['ﬁre', 'fire'],
    ["Don't Stop", 'Don’t  Stop!'],
    ['Straße', 'STRASSE'],
    ['Łaska', 'Laska'],
    ['всё', 'Все'],
    ['مَلِك', 'ملك'],
    ['בַּיִת', 'בית'],
    ['Ferry, 5 A.M.', 'Ferry 5 A M'],
    ['You & Me', 'You and Me'],
    ['Song\u200b', 'Song'],
    ['❤\ufe0f', '❤'],
    ['夜のバス', '夜のバス'],
    [' + ', '+'],
    ['Rock ’n’ Roll', 'Rock n Roll'],
  ])('%s for %s', (one, other) => {
    expect(looseName(one)).toBe(looseName(other));
  });

  test.each([
    ['Song', 'Song (Remix)'],
    ['Song', 'Song - Live'],
    ['Song', 'Song (Sped Up)'],
    ['Song (Live)', 'Song (Remix)'],
    ['Original', ''],
    ['Original Song', 'Song'],
    ['Ferry 5', 'Ferry5'],
    ['Song (Original) Two', 'Song Two'],
    ['The Aboriginal', 'The'],
    ['Remastered', ''],
    ['Left', 'Le'],
    ['+', '-'],
    ['???', '!!!'],
    ['C', 'C#'],
    ['C', 'C++'],
    ['ハハ', 'パパ'],
    ['दिन', 'दीन'],
    ['มา', 'ม้า'],
  ])('not %s for %s', (one, other) => {
    expect(looseName(one)).not.toBe(looseName(other));
  });
});

test.each([
  ['Why_-timeline.csv', 'Why?', true],
  ['Why_-timeline (1).csv', 'Why?', true],
  ['Audience-timeline.csv', 'Audience', true],
  ['A.B-timeline.csv', 'AxB', false],
  ['Why-timeline.csv', 'Why?', false],
  ['songs.csv', 'songs', false],
  ['ＷＨＹ-Timeline.CSV', ' why ', true],
  ['Ｗhy-timeline(12).csv', 'Why', true],
  ['Why-timeline.csv', 'Ｗhy', true],
  ['Why-timeline.csv', 'Why not', false],
  ['Why-timeline.csv', 'So why', false],
  ['Why-timeline.csv.txt', 'Why', false],
  ['A+B (Live)-timeline.csv', 'A+B (Live)', true],
])('the file %s may be named after the song %s: %s', (file, song, may) => {
  expect(mayBeNamedAfter(file, song)).toBe(may);
});
