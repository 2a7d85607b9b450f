import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as CloudStorage from '@google-cloud/storage';
import { backoff } from './retry-on-conflict.ts';

/** The SDK is loaded for the first file: most functions read none. */
const load = createRequire(import.meta.url);
const library = (): typeof CloudStorage => load('@google-cloud/storage');

/** As often as the SDK asks for everything else. */
const TRIES = 4;
const FIRST_PAUSE_MILLIS = 250;

/** A part of a file. */
export interface Part {
  readonly path: string;
  readonly from: number;
  readonly count: number;
}

/**
 * Where bytes are read. While the SDK asks again for bytes, it breaks the answer that it no longer
 * wants, and the error of that belongs to no one: one 503 of Storage would end the whole process
 * (googleapis/google-cloud-node#8670). So this one never asks again; `readPart` does.
 *
 * @param local `host:port` of the local stand-in
 */
export function readingBucket(name: string, local: string | undefined): CloudStorage.Bucket {
  const place = local ? { apiEndpoint: `http://${local}` } : {};
  const { Storage } = library();
  return new Storage({ ...place, retryOptions: { autoRetry: false } }).bucket(name);
}

/**
 * Reads a part of a file; asks again when Storage is busy or a connection breaks.
 *
 * @throws what Storage answers, 404 when there is no such file
 */
export async function readPart(
  bucket: CloudStorage.Bucket,
  { path, from, count }: Part,
): Promise<Uint8Array> {
  const { RETRYABLE_ERR_FN_DEFAULT: isPassing } = library();
  const part = { start: from, end: from + count - 1, validation: false };
  for (let tried = 1; ; tried++) {
    try {
      const [bytes] = await bucket.file(path).download(part);
      return bytes;
    } catch (error) {
      if (tried === TRIES || !(error instanceof Error && isPassing(error))) throw error;
      await sleep(backoff(tried, FIRST_PAUSE_MILLIS));
    }
  }
}
