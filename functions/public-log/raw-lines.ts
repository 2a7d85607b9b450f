import { cutLines } from '../../shared/domain/public-log/cut-lines.ts';

async function* textsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield Buffer.from(chunk).toString('latin1');
}

/** The lines of some bytes, as cutLines gives them. */
export const rawLines = (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> =>
  cutLines(textsOf(chunks));
