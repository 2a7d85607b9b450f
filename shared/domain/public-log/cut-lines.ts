import { maxLineBytes } from './lines.ts';

/**
 * Cuts a text that comes in pieces, a character for each byte, into lines with their line feeds.
 * Never holds more than a piece and a line: of a line that is too long it gives only the beginning,
 * and then nothing more.
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
