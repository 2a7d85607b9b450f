/** The parts of packages without types of their own that PDF files use. */
declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
  }
  export function create(file: Uint8Array): Font;
}

declare module 'pdfkit/output' {
  /** Collects a document that is ended afterwards. */
  export function toBlob(document: PDFKit.PDFDocument): Promise<Blob>;
}
