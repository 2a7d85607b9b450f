import { cutLines } from '@datchain/shared/domain/public-log/cut-lines.ts';

const latin1 = (bytes: Uint8Array): string => {
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return text;
};

async function* textsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield latin1(value);
    }
  } finally {
    await reader.cancel();
  }
}

/** The lines of a file of this site. @throws when the site does not have it */
export async function openLines(address: string): Promise<AsyncGenerator<string>> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok || !response.body) throw new Error(`${address} answered ${response.status}.`);
  return cutLines(textsOf(response.body));
}
