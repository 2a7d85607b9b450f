import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Point } from 'fontkit';

/** Text turned into the `d` of an SVG path, and how wide it came out, in pixels. */
export interface Outline {
  d: string;
  width: number;
}

/** One subset of the face: a copy to read shapes from, and one copy per weight to bend them. */
interface Face {
  plain: Font;
  atWeight(weight: number): Font;
}

const SUBSETS = ['latin', 'latin-ext'];

let loadedFaces: Face[] | undefined;

function faces(): Face[] {
  loadedFaces ??= SUBSETS.map((subset) => {
    const require = createRequire(import.meta.url);
    const file = readFileSync(
      require.resolve(
        `@fontsource-variable/instrument-sans/files/instrument-sans-${subset}-wght-normal.woff2`,
      ),
    );
    const weights = new Map<number, Font>();
    return {
      plain: create(file),
      atWeight: (weight) => {
        let font = weights.get(weight);
        if (!font) {
          font = create(file);
          font.variationCoords = [weight];
          weights.set(weight, font);
        }
        return font;
      },
    };
  });
  return loadedFaces;
}

/**
 * The contours of a glyph at a weight, and how far it moves the pen. fontkit applies variations
 * only to fonts that are not compressed; here the shape comes from the plain copy and the weighted
 * copy moves its points. The four extra points carry the glyph's own metrics along.
 */
function shapeOf(face: Face, weight: number, glyphId: number): { points: Point[]; extra: number } {
  const glyph = face.plain.getGlyph(glyphId);
  const data = glyph._decode();
  const point = (x: number, y: number): Point => ({
    onCurve: true,
    endContour: true,
    x,
    y,
    copy: () => point(x, y),
  });
  const components = data?.components ?? [];
  const own = components.length
    ? components.map(({ dx, dy }) => point(dx, dy))
    : (data?.points ?? []).map((each) => each.copy());
  const metrics = [point(0, 0), point(glyph.advanceWidth, 0), point(0, 0), point(0, 0)];
  const [left, right] = metrics as [Point, Point];
  face.atWeight(weight)._variationProcessor?.transformPoints(glyphId, [...own, ...metrics]);
  const points = components.length
    ? components.flatMap((component, index) => {
        const { x: dx, y: dy } = own[index] as Point;
        return shapeOf(face, weight, component.glyphID).points.map((each) => {
          const moved = each.copy();
          moved.x = each.x * component.scaleX + each.y * component.scale01 + dx;
          moved.y = each.y * component.scaleY + each.x * component.scale10 + dy;
          return moved;
        });
      })
    : own;
  return { points, extra: right.x - left.x - glyph.advanceWidth };
}

/** TrueType contours to path commands; two off-curve points in a row imply one between them. */
function pathOf(points: readonly Point[], place: (x: number, y: number) => string): string {
  let d = '';
  let contour: Point[] = [];
  const between = (a: Point, b: Point) => place((a.x + b.x) / 2, (a.y + b.y) / 2);
  for (const each of points) {
    contour.push(each);
    if (!each.endContour) continue;
    const start = Math.max(
      contour.findIndex(({ onCurve }) => onCurve),
      0,
    );
    const ring = [...contour.slice(start), ...contour.slice(0, start)];
    const first = ring[0] as Point;
    d += `M${place(first.x, first.y)}`;
    ring.forEach((current, index) => {
      const next = ring[(index + 1) % ring.length] as Point;
      if (current.onCurve && index > 0) {
        const previous = ring[index - 1] as Point;
        if (previous.onCurve) d += `L${place(current.x, current.y)}`;
      } else if (!current.onCurve) {
        const end = next.onCurve ? place(next.x, next.y) : between(current, next);
        d += `Q${place(current.x, current.y)} ${end}`;
      }
    });
    d += 'Z';
    contour = [];
  }
  return d;
}

const round = (value: number) => Math.round(value * 10) / 10;

const faceOf = (char: string): Face | undefined =>
  faces().find(({ plain }) => plain.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));

/** Whether the face has a shape for every character of a text. */
export const canOutline = (text: string): boolean => [...text].every((char) => faceOf(char));

/** One line of Instrument Sans as outlines from 0, 0; `weight` 400 to 700. Throws for a character without shape. */
export function outlineText(text: string, size: number, weight: number): Outline {
  const runs: { face: Face; text: string }[] = [];
  for (const char of text) {
    const face = faceOf(char);
    if (!face) throw new Error(`Instrument Sans has no shape for “${char}”.`);
    const last = runs.at(-1);
    if (last?.face === face) last.text += char;
    else runs.push({ face, text: char });
  }
  let d = '';
  let pen = 0;
  for (const { face, text: part } of runs) {
    const scale = size / face.plain.unitsPerEm;
    const { glyphs, positions } = face.plain.layout(part);
    glyphs.forEach((glyph, index) => {
      const position = positions[index];
      const { points, extra } = shapeOf(face, weight, glyph.id);
      const left = pen + (position?.xOffset ?? 0);
      d += pathOf(points, (x, y) => `${round((left + x) * scale)} ${round(-y * scale)}`);
      pen += (position?.xAdvance ?? glyph.advanceWidth) + extra;
    });
  }
  const unitsPerEm = runs[0]?.face.plain.unitsPerEm ?? 1000;
  return { d, width: (pen * size) / unitsPerEm };
}
