import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const files = {
  400: '400Regular/InstrumentSans_400Regular.ttf',
  600: '600SemiBold/InstrumentSans_600SemiBold.ttf',
} as const;

export type Weight = keyof typeof files;

const fonts = new Map<Weight, Font>();

/** Returns Instrument Sans at a weight; read when first needed. */
function fontOf(weight: Weight): Font {
  let font = fonts.get(weight);
  if (!font) {
    const { resolve } = createRequire(import.meta.url);
    const path = resolve(`@expo-google-fonts/instrument-sans/${files[weight]}`);
    font = create(readFileSync(path)) as Font;
    fonts.set(weight, font);
  }
  return font;
}

/** Whether the face has a shape for every character of a text. */
export const canOutline = (text: string): boolean =>
  [...text].every((char) => fontOf(400).hasGlyphForCodePoint(char.codePointAt(0) ?? 0));

/** Returns the width of one line of Instrument Sans, in pixels. */
export function measureText(text: string, size: number, weight: Weight): number {
  const font = fontOf(weight);
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
  const font = fontOf(weight);
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
