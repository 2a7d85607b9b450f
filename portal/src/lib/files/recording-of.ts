import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { readableBlob } from './readable-blob.ts';

/** What reads recordings is loaded with the first of them. */
async function read(file: Blob): Promise<Recording | Refusal> {
  const { readRecording } = await import('@datchain/shared/domain/recording/read-recording.ts');
  return readRecording(readableBlob(file));
}

const known = new WeakMap<Blob, Promise<Recording | Refusal>>();

/**
 * What a chosen recording is, or why it cannot be released. A FLAC is read to its end for that, so
 * each file is read once.
 */
export function recordingOf(file: Blob): Promise<Recording | Refusal> {
  const found = known.get(file) ?? read(file);
  known.set(file, found);
  return found;
}
