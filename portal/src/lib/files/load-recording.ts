import type { Recording } from '@datchain/shared/domain/recording/read-recording.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { readableBlob } from './readable-blob.ts';

async function read(file: Blob): Promise<Recording | Refusal> {
  const { readRecording } = await import('@datchain/shared/domain/recording/read-recording.ts');
  return readRecording(readableBlob(file));
}

const known = new WeakMap<Blob, Promise<Recording | Refusal>>();

/**
 * Reads a chosen recording, or why it cannot be released. Cached by file, because a FLAC is read to
 * its end.
 */
export function loadRecording(file: Blob): Promise<Recording | Refusal> {
  const found = known.get(file) ?? read(file);
  known.set(file, found);
  return found;
}
