import { type Recording, readRecording } from '@datchain/shared/domain/recording/read-recording.ts';
import type { Refusal } from '@datchain/shared/domain/refusal.ts';
import { readableBlob } from './readable-blob.ts';

const known = new WeakMap<Blob, Promise<Recording | Refusal>>();

/**
 * What a chosen recording is, or why it cannot be released. A FLAC is read to its end for that, so
 * each file is read once.
 */
export function recordingOf(file: Blob): Promise<Recording | Refusal> {
  const found = known.get(file) ?? readRecording(readableBlob(file));
  known.set(file, found);
  return found;
}
