import { expect, test } from 'vitest';
import { wordProblems } from './check-words.ts';

/** A comment on lines of its own; written in one piece, this file would have the habits itself. */
const block = (text: string): string => `/${`** ${text} */`}\nconst a = 1;\n`;
const lines = (...texts: readonly string[]): string =>
  texts.map((text) => `  ${'//'} ${text}\n`).join('');
const title = (text: string): string => `${'test'}('[R-HOM-01] ${text}', () => {});\n`;

const rulesIn = (source: string, file = 'portal/src/a.test.ts'): string[] =>
  wordProblems(file, source).map((problem) => problem.slice(problem.indexOf(' ') + 1));

const subject = 'a comment begins with a verb, or with the thing it is about';
const term = 'a comment names the thing in the field’s terms';
const sentence = 'a test title is a sentence with a subject';
const property = 'a literal has one property a line';

test.each([
  ['What it costs.', [`${subject}: What it costs.`]],
  ['Those who hold it.', [`${subject}: Those who hold it.`]],
  ['Returns the price, in cents.', []],
  ['Whatever was stored is read.', []],
  ['Says how it is told of in mails.', [`${term}: Says how it is told of in mails.`]],
  ['The same, once more.', [`${subject}: The same, once more.`, `${term}: The same, once more.`]],
])('the check judges the comment "%s"', (text, expected) => {
  expect(rulesIn(block(text))).toEqual(expected);
  expect(rulesIn(lines(text))).toEqual(expected);
});

test('the check judges lines below each other as one comment, and names its first line', () => {
  expect(rulesIn(lines('A retry after a conflict is one', 'Of those that cost a read.'))).toEqual(
    [],
  );
  const source = `const b = 2;\n${lines('Of all editions,', 'some are sold.')}`;
  expect(wordProblems('a.ts', source)).toEqual([`a.ts:2 ${subject}: Of all editions,`]);
});

test('the check judges titles of tests, and only in tests', () => {
  const riddle = title('whose picture is lost is shown');
  expect(rulesIn(riddle)).toEqual([`${sentence}: whose picture is lost is shown`]);
  expect(rulesIn(riddle, 'portal/src/a.ts')).toEqual([]);
  expect(rulesIn(title('a lost picture is not shown'))).toEqual([]);
});

test('the check refuses literals that are spread into others to save lines', () => {
  const spread = `const all = { ${'...'}{ one, two }, three };`;
  expect(rulesIn(spread)).toEqual([`${property}: ${'...'}{ one,`]);
  expect(rulesIn(`const all = { ${'...'}others, three };`)).toEqual([]);
});
