/** Types for packages without their own, as far as the PDF code uses them. */
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
