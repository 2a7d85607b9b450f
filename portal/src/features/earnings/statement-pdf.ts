import { brandName } from '@datchain/shared/domain/site.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import PDFDocument from 'pdfkit';
import { toBlob } from 'pdfkit/output';
import { PdfText, type TextStyle } from '../../lib/pdf/pdf-text.ts';
import type { PaperFact, PaperRow, PaperTable, StatementPaper } from './statement-paper.ts';

/** An A4 page in points, with its margins. */
const PAGE = { left: 57, right: 538, top: 62, bottom: 776 } as const;
const WIDTH = PAGE.right - PAGE.left;

const GRAY = '#595959';
const INK = '#171717';
const plain: TextStyle = { size: 10.5 };
const quiet: TextStyle = { size: 9, color: GRAY };
const strong: TextStyle = { size: 13, isStrong: true };
const title: TextStyle = { size: 24, isStrong: true };
/** Space above and below a row's text; the tight one is used where it saves a page. */
const PADDING = 6;
const TIGHT_PADDING = 4;
const NOTE_GAP = 4;

/** The columns' shares of the width, by the number of columns; the first column gets the rest. */
const columns: Readonly<Record<number, readonly number[]>> = {
  2: [0.25],
  3: [0.36, 0.16],
  5: [0.15, 0.17, 0.15, 0.17],
};

type Place = { readonly x: number; readonly width: number; readonly endsThere: boolean };

function computePlaces(count: number): Place[] {
  const shares = columns[count] ?? [];
  const rest = 1 - shares.reduce((sum, share) => sum + share, 0);
  let right: number = PAGE.left;
  return [rest, ...shares].map((share, at) => {
    const width = share * WIDTH;
    right += width;
    return at === 0
      ? { x: right - width, width: width - 12, endsThere: false }
      : { x: right, width: width - 8, endsThere: true };
  });
}

type Element = PDFKit.PDFStructureElement;

class StatementFile {
  readonly #doc: PDFKit.PDFDocument;
  readonly #text: PdfText;
  readonly #root: Element;
  readonly #padding: number;
  #y: number = PAGE.top;

  constructor(doc: PDFKit.PDFDocument, text: PdfText, padding: number) {
    this.#doc = doc;
    this.#text = text;
    this.#padding = padding;
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
  }

  #element(parent: Element, type: string): Element {
    const element = this.#doc.struct(type);
    parent.add(element);
    return element;
  }

  #tagged(parent: Element, type: string, draw: () => void): void {
    const element = this.#element(parent, type);
    const content = this.#doc.markStructureContent(type);
    draw();
    this.#doc.endMarkedContent();
    element.add(content);
    element.end();
  }

  /** Starts a new page unless this much height is left; returns whether it did. */
  #need(height: number): boolean {
    if (this.#y + height <= PAGE.bottom) return false;
    this.#doc.addPage();
    this.#y = PAGE.top;
    return true;
  }

  #line(y: number, color: string, width = 0.75): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    this.#doc.lineWidth(width).moveTo(PAGE.left, y).lineTo(PAGE.right, y).stroke(color);
    this.#doc.endMarkedContent();
  }

  head(heading: string): void {
    const lines = this.#text.linesOf(heading, WIDTH - 110, title);
    this.#tagged(this.#root, 'H1', () =>
      this.#text.draw(lines, { x: PAGE.left, y: this.#y }, title),
    );
    this.#tagged(this.#root, 'P', () =>
      this.#text.draw([brandName], { x: PAGE.right, y: this.#y + 10, endsThere: true }, strong),
    );
    this.#y += this.#text.heightOf(lines, title) + 20;
  }

  paragraph(text: string, style: TextStyle, gap: number): void {
    const lines = this.#text.linesOf(text, WIDTH, style);
    const height = this.#text.heightOf(lines, style);
    this.#need(height);
    this.#tagged(this.#root, 'P', () =>
      this.#text.draw(lines, { x: PAGE.left, y: this.#y }, style),
    );
    this.#y += height + gap;
  }

  fact({ label, value }: PaperFact): void {
    this.#need(40);
    this.paragraph(label, quiet, 0);
    this.paragraph(value, plain, 10);
  }

  /** Repeats the column heads on a new page, as an artifact: screen readers have them already. */
  #headAgain(heads: readonly string[]): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    for (const [at, { x, endsThere }] of computePlaces(heads.length).entries()) {
      this.#text.draw([heads[at] ?? ''], { x, y: this.#y, endsThere }, quiet);
    }
    this.#doc.endMarkedContent();
    this.#y += this.#text.heightOf([''], quiet) + this.#padding;
    this.#line(this.#y, INK);
  }

  #row(
    parent: Element,
    row: Omit<PaperRow, 'key'>,
    style: TextStyle,
    { heads, isHead = false }: { heads?: readonly string[]; isHead?: boolean } = {},
  ): void {
    const places = computePlaces(row.cells.length + 1);
    const cells = [row.name, ...row.cells].map((text, at) =>
      this.#text.linesOf(text, places[at]?.width ?? 0, style),
    );
    const below = row.below ? this.#text.linesOf(row.below, places[0]?.width ?? 0, quiet) : [];
    const nameHeight = this.#text.heightOf(cells[0] ?? [], style);
    const height = Math.max(
      nameHeight + this.#text.heightOf(below, quiet),
      ...cells.map((lines) => this.#text.heightOf(lines, style)),
    );
    if (this.#need(height + 2 * this.#padding) && heads) this.#headAgain(heads);
    const y = this.#y + this.#padding;
    const element = this.#element(parent, 'TR');
    for (const [at, lines] of cells.entries()) {
      const { x = 0, endsThere = false } = places[at] ?? {};
      this.#tagged(element, isHead || at === 0 ? 'TH' : 'TD', () => {
        this.#text.draw(lines, { x, y, endsThere }, style);
        if (at === 0) this.#text.draw(below, { x, y: y + nameHeight }, quiet);
      });
    }
    element.end();
    this.#y = y + height + this.#padding;
  }

  table({ heads, rows }: PaperTable): void {
    const [name = '', ...cells] = heads;
    const table = this.#element(this.#root, 'Table');
    // A head must not stand alone at the end of a page.
    this.#need(80);
    this.#row(table, { name, cells }, quiet, { isHead: true });
    this.#line(this.#y, INK);
    for (const row of rows) {
      this.#row(table, row, plain, { heads });
      this.#line(this.#y, '#d5d5d5');
    }
    table.end();
    this.#y += 18;
  }

  #heightOfEnd({ rounding, paid, notes }: StatementPaper): number {
    const row = (style: TextStyle) => this.#text.heightOf([''], style) + 2 * this.#padding;
    const small = notes.reduce((sum, note) => {
      return sum + this.#text.heightOf(this.#text.linesOf(note, WIDTH, quiet), quiet) + NOTE_GAP;
    }, -NOTE_GAP);
    return row(strong) + 5 + (paid.length + (rounding ? 1 : 0)) * row(plain) + 18 + small;
  }

  /** Draws the total on the same page as the notes: neither fills a page alone. */
  end(paper: StatementPaper): void {
    this.#need(Math.min(this.#heightOfEnd(paper), PAGE.bottom - PAGE.top));
    this.#totals(paper);
    for (const note of paper.notes) this.paragraph(note, quiet, NOTE_GAP);
    this.#root.end();
  }

  #totals({ rounding, total, paid }: StatementPaper): void {
    const table = this.#element(this.#root, 'Table');
    if (rounding) this.#row(table, { name: rounding.label, cells: [rounding.value] }, plain);
    this.#row(table, { name: total.label, cells: [total.value] }, strong);
    this.#line(this.#y, INK);
    this.#line(this.#y + 2.5, INK);
    this.#y += 5;
    for (const { label, value } of paid) {
      this.#row(table, { name: label, cells: [value] }, plain);
      this.#line(this.#y, '#d5d5d5');
    }
    table.end();
    this.#y += 18;
  }

  numberPages(): number {
    const { count } = this.#doc.bufferedPageRange();
    for (let page = 0; count > 1 && page < count; page += 1) {
      this.#doc.switchToPage(page);
      this.#doc.markContent('Artifact', { type: 'Pagination' });
      const place = { x: PAGE.right, y: PAGE.bottom + 12, endsThere: true };
      this.#text.draw([`Page ${page + 1} of ${count}`], place, quiet);
      this.#doc.endMarkedContent();
    }
    return count;
  }
}

/** Makes a PDF file of a statement (N-EXP-03), tagged so that screen readers read it in order. */
export async function statementPdf(paper: StatementPaper, now: Millis): Promise<Blob> {
  const usual = await drawn(paper, now, PADDING);
  if (usual.pages === 1) return usual.blob;
  const tight = await drawn(paper, now, TIGHT_PADDING);
  return tight.pages < usual.pages ? tight.blob : usual.blob;
}

async function drawn(paper: StatementPaper, now: Millis, padding: number) {
  const doc = new PDFDocument({
    size: 'A4',
    // The file uses none of its built-in typefaces.
    font: '',
    // All places are absolute; margins would only break pages a second time.
    margin: 0,
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: `${paper.name} – ${brandName}`, Author: brandName, CreationDate: new Date(now) },
  });
  const blob = toBlob(doc);
  const file = new StatementFile(doc, await PdfText.of(doc), padding);
  file.head('Statement');
  for (const fact of paper.facts) file.fact(fact);
  for (const table of paper.tables) file.table(table);
  file.end(paper);
  const pages = file.numberPages();
  doc.end();
  return { blob: await blob, pages };
}
