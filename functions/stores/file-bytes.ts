import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as CloudStorage from '@google-cloud/storage';
import { backoff } from './retry-on-conflict.ts';

/** The SDK is loaded for the first file, because most functions read none. */
const load = createRequire(import.meta.url);
const library = (): typeof CloudStorage => load('@google-cloud/storage');

/** Same number of attempts as the SDK makes for other requests. */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MILLIS = 250;

export interface Part {
  readonly path: string;
  readonly from: number;
  readonly count: number;
}

export function readingBucket(name: string, local: string | undefined): CloudStorage.Bucket {
  const place = local ? { apiEndpoint: `http://${local}` } : {};
  const { Storage } = library();
  return new Storage({ ...place, retryOptions: { autoRetry: false } }).bucket(name);
}

/**
 * Reads a part of a file; retries when Storage is busy or a connection breaks.
 *
 * @throws the error of Storage, 404 when the file does not exist
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
      if (tried === MAX_ATTEMPTS || !(error instanceof Error && isPassing(error))) throw error;
      await sleep(backoff(tried, FIRST_PAUSE_MILLIS));
    }
  }
}
