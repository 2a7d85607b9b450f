import { maxLineBytes } from './lines.ts';

/**
 * Splits a text that arrives in pieces, one character for each byte, into lines with their line feeds. It
 * buffers at most one piece and one line. Of a line that is too long it yields the beginning, then ends.
 */
export async function* cutLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield text.slice(start, end + 1);
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > maxLineBytes) break;
  }
  if (rest !== '') yield rest;
}
