/** The part of fontkit that the outlines use; the package ships no types of its own. */
declare module 'fontkit' {
  export interface Point {
    onCurve: boolean;
    endContour: boolean;
    x: number;
    y: number;
    copy(): Point;
  }
  export interface Component {
    glyphID: number;
    dx: number;
    dy: number;
    scaleX: number;
    scaleY: number;
    scale01: number;
    scale10: number;
  }
  /** What a glyph of a compressed font holds before variations are applied. */
  export interface GlyphData {
    numberOfContours: number;
    points?: Point[];
    components?: Component[];
  }
  export interface Glyph {
    id: number;
    advanceWidth: number;
    _decode(): GlyphData | undefined;
  }
  export interface Font {
    unitsPerEm: number;
    /** Settings in the order of the font's axes; null means the default design. */
    variationCoords: number[] | null;
    /** Moves the points of one glyph, in place, to the font's variation settings. */
    _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void } | null;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getGlyph(id: number): Glyph;
    layout(text: string): {
      glyphs: Glyph[];
      positions: { xAdvance: number; xOffset: number; yOffset: number }[];
    };
  }
  export function create(file: Uint8Array): Font;
}
