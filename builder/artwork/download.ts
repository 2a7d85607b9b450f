import { releaseFiles } from '@datchain/shared/domain/release-files.ts';

const { maxBytes } = releaseFiles.artwork;
const TIMEOUT_MILLIS = 20_000;

/** Why a picture could not be had: in words, for the rebuild's report. */
export class NotHad extends Error {
  override readonly name = 'NotHad';
}

/** All of a body, unless it is longer than it may be, whatever its head said. */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) throw new NotHad(`it has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The bytes behind an address, at most an artwork's. @throws NotHad when there is none, too much, or none in time */
export async function download(url: URL): Promise<Buffer> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLIS);
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new NotHad(`${url.host} answered ${response.status}`);
    }
    return await readBody(response.body);
  } catch (error) {
    if (error instanceof NotHad) throw error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new NotHad(isLate ? 'it did not come in time' : `${url.host} cannot be reached`);
  }
}
