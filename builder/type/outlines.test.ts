import { expect, test } from 'vitest';
import { measureText, outlineText } from './outlines.ts';

test('names with accents from several languages come out as outlines', () => {
  for (const text of ['Inês Duarte', 'Łódź', 'Hladíková', 'Tromsø', 'Moiré', 'ő’s – “x”']) {
    const outline = outlineText(text, 34, 400);
    expect(outline.startsWith('M')).toBe(true);
    expect(outline).not.toContain('NaN');
    expect(measureText(text, 34, 400)).toBeGreaterThan(34);
  }
});

test('an accent adds a contour to its letter', () => {
  const contours = (text: string) => outlineText(text, 34, 400).split('Z').length;
  expect(contours('ê')).toBe(contours('e') + 1);
});

test('a title is set heavier, and therefore wider, than an artist', () => {
  expect(measureText('Ada Okonjo', 34, 600)).toBeGreaterThan(measureText('Ada Okonjo', 34, 400));
  expect(outlineText('Ada Okonjo', 34, 600)).not.toBe(outlineText('Ada Okonjo', 34, 400));
});

test('an outline stands upright on its line, and is as wide as its text was measured', () => {
  const numbers =
    outlineText('Hill H', 100, 600)
      .match(/-?[\d.]+/g)
      ?.map(Number) ?? [];
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const width = measureText('Hill H', 100, 600);
  expect(Math.max(...xs)).toBeGreaterThan(width - 15);
  expect(Math.max(...xs)).toBeLessThan(width);
  expect([Math.round(Math.min(...ys) / 10), Math.max(...ys)]).toEqual([-7, 0]);
});

test('a character that the face lacks is an error, never an empty box', () => {
  expect(() => outlineText('Kyoto 京都', 34, 400)).toThrow('lacks a shape');
});
