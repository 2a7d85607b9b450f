import { maxLineBytes } from '@datchain/shared/domain/public-log/lines.ts';

const latin1 = (bytes: Uint8Array): string => {
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return text;
};

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * The lines of a stream, each with its line feed and a character for each byte; of a line that is too
 * long only the beginning comes, and then nothing more.
 */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunksOf(stream)) {
    const text = rest + latin1(chunk);
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

/** A file of the log: chosen on this device, or fetched from this site. */
export type LogSource = File | string;

/** @throws when the site does not have it */
export async function openSource(source: LogSource): Promise<ReadableStream<Uint8Array>> {
  if (source instanceof File) return source.stream();
  const response = await fetch(source, { cache: 'no-cache' });
  if (!response.ok || !response.body) throw new Error(`${source} answered ${response.status}.`);
  return response.body;
}

export async function readSource(source: LogSource): Promise<string> {
  let text = '';
  for await (const line of linesOf(await openSource(source))) text += line;
  return text;
}
