import { expect, test } from 'vitest';
import { outlineText } from './outlines.ts';

test('names with accents from several languages come out as outlines', () => {
  for (const text of ['Inês Duarte', 'Łódź', 'Hladíková', 'Tromsø', 'Moiré', 'ő’s – “x”']) {
    const { d, width } = outlineText(text, 34, 400);
    expect(d.startsWith('M')).toBe(true);
    expect(d).not.toContain('NaN');
    expect(width).toBeGreaterThan(34);
  }
});

test('an accent adds a contour to its letter', () => {
  const contours = (text: string) => outlineText(text, 34, 400).d.split('Z').length;
  expect(contours('ê')).toBe(contours('e') + 1);
});

test('the artist is set heavier, and therefore wider, than the title', () => {
  const regular = outlineText('Ada Okonjo', 34, 400);
  const heavy = outlineText('Ada Okonjo', 34, 650);
  expect(heavy.width).toBeGreaterThan(regular.width);
  expect(heavy.d).not.toBe(regular.d);
});

test('a character that the face lacks is an error, never an empty box', () => {
  expect(() => outlineText('Kyoto 京都', 34, 400)).toThrow('no shape for “京”');
});
