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

/** The lines of a stream, as cutLines gives them. */
export const linesOf = (stream: ReadableStream<Uint8Array>): AsyncGenerator<string> =>
  cutLines(textsOf(stream));

/** A file of the log: chosen on this device, or fetched from this site. */
export type LogSource = File | string;

/** @throws when the site does not have it */
export async function openSource(source: LogSource): Promise<ReadableStream<Uint8Array>> {
  if (source instanceof File) return source.stream();
  const response = await fetch(source, { cache: 'no-cache' });
  if (!response.ok || !response.body) throw new Error(`${source} answered ${response.status}.`);
  return response.body;
}

/**
 * The lines of the whole log, of one file or, where it is long, of its parts.
 *
 * @throws when the site has neither
 */
export async function* linesOfLog(): AsyncGenerator<string> {
  const whole = await fetch('/data/v1/ledger.jsonl', { cache: 'no-cache' });
  if (whole.ok && whole.body) {
    yield* linesOf(whole.body);
    return;
  }
  for (let part = 1; ; part++) {
    const file = `/data/v1/ledger-${String(part).padStart(4, '0')}.jsonl`;
    const { ok, body, status } = await fetch(file, { cache: 'no-cache' });
    if (part > 1 && status === 404) return;
    if (!ok || !body) throw new Error(`${file} answered ${status}.`);
    yield* linesOf(body);
  }
}

export async function readSource(source: LogSource): Promise<string> {
  let text = '';
  for await (const line of linesOf(await openSource(source))) text += line;
  return text;
}
