import { maxLineBytes } from '../../shared/domain/public-log/lines.ts';

/**
 * Cuts bytes into lines, each with its line feed, a character for each byte. Never holds more than
 * a chunk and a line: of one that is too long only the beginning comes, and then nothing more.
 */
export async function* rawLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + Buffer.from(chunk).toString('latin1');
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
