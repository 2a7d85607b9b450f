import latinText from '@fontsource/besley/files/besley-latin-500-normal.woff?url';
import latinStrong from '@fontsource/besley/files/besley-latin-600-normal.woff?url';
import moreText from '@fontsource/besley/files/besley-latin-ext-500-normal.woff?url';
import moreStrong from '@fontsource/besley/files/besley-latin-ext-600-normal.woff?url';
import { create, type Font } from 'fontkit';
import { drawPicture, LINE, pictureWidth } from './text-picture.ts';
import { wrap } from './wrap.ts';

/** The look of a text; `size` in points. */
export interface TextStyle {
  readonly size: number;
  readonly isStrong?: boolean;
  readonly color?: string;
}

/** The typefaces of the two weights, each in two files: basic Latin, and extended Latin. */
const files = {
  text: [latinText, moreText],
  strong: [latinStrong, moreStrong],
} as const;
type Weight = keyof typeof files;

interface Face {
  readonly name: string;
  readonly font: Font;
}
type Faces = Readonly<Record<Weight, readonly Face[]>>;

const INK = '#171717';

async function loadFont(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Draws text in a PDF document. The embedded typeface writes what it can; it lacks Yoruba,
 * Vietnamese and all non-Latin scripts. Other texts become pictures, which the browser draws with
 * the device's typefaces and which carry their text for screen readers and search.
 */
export class PdfText {
  readonly #doc: PDFKit.PDFDocument;
  readonly #faces: Faces;

  private constructor(doc: PDFKit.PDFDocument, faces: Faces) {
    this.#doc = doc;
    this.#faces = faces;
  }

  static async of(doc: PDFKit.PDFDocument): Promise<PdfText> {
    const loadFaces = async (weight: Weight): Promise<Face[]> => {
      const bytes = await Promise.all(files[weight].map(loadFont));
      return bytes.map((each, at) => {
        const name = `${weight} ${at}`;
        doc.registerFont(name, each as Buffer);
        return { name, font: create(each) };
      });
    };
    const [text, strong] = await Promise.all([
      loadFaces('text'),
      loadFaces('strong'),
      document.fonts.load('500 16px Besley'),
    ]);
    return new PdfText(doc, { text, strong });
  }

  /** Splits a text by the typefaces that can write its parts; undefined where none can. */
  #splitRuns(text: string, { isStrong }: TextStyle): { face: string; part: string }[] | undefined {
    const faces = this.#faces[isStrong ? 'strong' : 'text'];
    const runs: { face: string; part: string }[] = [];
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0;
      const face = faces.find(({ font }) => font.hasGlyphForCodePoint(code))?.name;
      if (face === undefined) return undefined;
      const last = runs.at(-1);
      if (last?.face === face) last.part += letter;
      else runs.push({ face, part: letter });
    }
    return runs;
  }

  #widthOf(text: string, style: TextStyle): number {
    const runs = this.#splitRuns(text, style);
    if (!runs) return pictureWidth(text, style.size);
    const widths = runs.map(({ face, part }) =>
      this.#doc.font(face).fontSize(style.size).widthOfString(part),
    );
    return widths.reduce((sum, width) => sum + width, 0);
  }

  /** Breaks a text into lines of at most this width, in points. */
  linesOf(text: string, width: number, style: TextStyle): string[] {
    return wrap(text.normalize('NFC'), width, (part) => this.#widthOf(part, style));
  }

  heightOf = (lines: readonly string[], { size }: TextStyle): number =>
    lines.length * size * LINE.height;

  /** Draws lines with their top at `y`, starting at `x`, or ending there with `endsThere`. */
  draw(
    lines: readonly string[],
    { x, y, endsThere = false }: { x: number; y: number; endsThere?: boolean },
    style: TextStyle,
  ): void {
    for (const [at, line] of lines.entries()) {
      const left = endsThere ? x - this.#widthOf(line, style) : x;
      this.#drawLine(line, left, y + at * style.size * LINE.height, style);
    }
  }

  #drawLine(line: string, x: number, top: number, style: TextStyle): void {
    const { size, color = INK } = style;
    const runs = this.#splitRuns(line, style);
    if (!runs) {
      const picture = drawPicture(line, size, color);
      this.#doc.markContent('Span', { actual: line });
      this.#doc.image(picture.src, x, top, { width: picture.width, height: picture.height });
      this.#doc.endMarkedContent();
      return;
    }
    let left = x;
    this.#doc.fillColor(color);
    for (const { face, part } of runs) {
      this.#doc.font(face).fontSize(size);
      this.#doc.text(part, left, top + size * LINE.baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
      left += this.#doc.widthOfString(part);
    }
  }
}
