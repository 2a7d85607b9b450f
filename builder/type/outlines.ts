import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

const readFont = (file: string): Font =>
  create(readFileSync(resolve(`@expo-google-fonts/instrument-sans/${file}`))) as Font;

const fonts = {
  400: readFont('400Regular/InstrumentSans_400Regular.ttf'),
  600: readFont('600SemiBold/InstrumentSans_600SemiBold.ttf'),
};

export type Weight = keyof typeof fonts;

export const canOutline = (text: string): boolean =>
  [...text].every((char) => fonts[400].hasGlyphForCodePoint(char.codePointAt(0) ?? 0));

/** Returns the width of one line of Instrument Sans, in pixels. */
export function measureText(text: string, size: number, weight: Weight): number {
  const font = fonts[weight];
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}

/**
 * Turns one line of Instrument Sans into the `d` of an SVG path that starts at 0, 0.
 *
 * @throws when the face lacks a character: it would be an empty box
 */
export function outlineText(text: string, size: number, weight: Weight): string {
  if (!canOutline(text))
    throw new Error(`Instrument Sans lacks a shape for a character of “${text}”.`);
  const font = fonts[weight];
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let pen = 0;
  const shapes = glyphs.map(({ path }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const placed = path.translate(pen + xOffset, yOffset).scale(scale, -scale);
    pen += xAdvance;
    return placed.toSVG();
  });
  return shapes.join('');
}
