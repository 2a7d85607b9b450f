import { describe, expect, test } from 'vitest';
import { readIsrc } from './isrc.ts';
import {
  factsChangeText,
  hasFacts,
  noTypedFacts,
  readRightsLine,
  readStatedFacts,
  rightsLineLength,
  rightsLines,
  sameFacts,
  typedFacts,
  wrongFacts,
} from './recording-facts.ts';

test.each([
  ['GBXNQ2600417', 'GBXNQ2600417'],
  ['gb-xnq-26-00417', 'GBXNQ2600417'],
  [' GB XNQ 26 00417 ', 'GBXNQ2600417'],
  ['GB‑XNQ‑26‑00417', 'GBXNQ2600417'],
  ['USS1Z9900001', 'USS1Z9900001'],
  ['GBXNQ26', undefined],
  ['GBXNQ260041', undefined],
  ['GBXNQ26004170', undefined],
  ['G1XNQ2600417', undefined],
  ['GBXN_2600417', undefined],
  ['GBXNQ26O0417', undefined],
  ['ГBXNQ2600417', undefined],
  ['', undefined],
])('the ISRC %j is read as %j', (text, isrc) => {
  expect(readIsrc(text)).toBe(isrc);
});

describe('a ℗ or © line', () => {
  test.each([
    ['2026 North Quay Records', '2026 North Quay Records'],
    ['  ℗ 2026  North\tQuay\nRecords ', '2026 North Quay Records'],
    ['© 2026 Marlow & the Tides', '2026 Marlow & the Tides'],
    ['(P) 1877 Edison', '1877 Edison'],
    ['(c)2019 夜のバス', '2019 夜のバス'],
    ['2026 A', '2026 A'],
    ['2026 "Weird" Records', '2026 "Weird" Records'],
    [`2026 ${'x'.repeat(rightsLineLength - 5)}`, `2026 ${'x'.repeat(rightsLineLength - 5)}`],
  ])('%j is read as %j', (text, line) => {
    expect(readRightsLine(text)).toBe(line);
  });

  test.each([
    '',
    '2026',
    '2026 ',
    'North Quay Records',
    'North Quay Records 2026',
    'Made in 2026 North Quay',
    '26 North Quay Records',
    '2126 North Quay Records',
    '20266 North Quay',
    '2026 ---',
    `2026 ${'x'.repeat(rightsLineLength - 4)}`,
  ])('%j is refused', (text) => {
    expect(readRightsLine(text)).toBeUndefined();
  });
});

describe('typed facts', () => {
  const typed = {
    ...noTypedFacts,
    isrc: 'gb-xnq-26-00417',
    isExplicit: true,
    pLine: '℗ 2026 North Quay Records',
    cLine: ' ',
  };
  const facts = {
    isrc: 'GBXNQ2600417',
    isExplicit: true,
    pLine: '2026 North Quay Records',
  } as const;

  test('keep well-formed texts and drop empty or malformed ones', () => {
    expect(readStatedFacts(typed)).toStrictEqual(facts);
    expect(readStatedFacts(noTypedFacts)).toStrictEqual({});
    expect(readStatedFacts({ isrc: 7, isExplicit: 'true' })).toStrictEqual({});
    expect(readStatedFacts(typedFacts(facts))).toStrictEqual(facts);
    expect(typedFacts({})).toStrictEqual(noTypedFacts);
    expect([hasFacts(facts), hasFacts({})]).toEqual([true, false]);
  });

  test('that are wrong are listed in the order of the form', () => {
    expect(wrongFacts(typed)).toEqual([]);
    expect(wrongFacts({ ...noTypedFacts, isrc: 'GBXNQ26', pLine: 'Me', cLine: '2026' })).toEqual([
      'isrc',
      'pLine',
      'cLine',
    ]);
  });

  test('are shown with their signs, and compared one by one', () => {
    expect(rightsLines(facts)).toEqual(['℗ 2026 North Quay Records']);
    expect(rightsLines({ cLine: '2025 B' })).toEqual(['© 2025 B']);
    expect(rightsLines({ pLine: '2026 A', cLine: '2025 B' })).toEqual(['℗ 2026 A', '© 2025 B']);
    expect(sameFacts(facts, { ...facts })).toBe(true);
    for (const fact of ['isrc', 'isExplicit', 'pLine'] as const) {
      const { [fact]: _, ...others } = facts;
      expect(sameFacts(facts, others)).toBe(false);
    }
    expect(sameFacts({}, { cLine: '2026 A' })).toBe(false);
  });

  test('leave a sentence in the history for each change', () => {
    expect(factsChangeText(facts, facts)).toBe('');
    expect(factsChangeText({}, facts)).toBe(
      'ISRC GBXNQ2600417, before none; ℗ 2026 North Quay Records, before none; Explicit',
    );
    expect(factsChangeText({ cLine: '2025 B' }, {})).toBe('© none, before 2025 B');
    expect(factsChangeText(facts, { isrc: 'GBXNQ2600418', pLine: facts.pLine })).toBe(
      'ISRC GBXNQ2600418, before GBXNQ2600417; No longer explicit',
    );
  });
});
