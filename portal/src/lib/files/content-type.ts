import { readPicture } from '@datchain/shared/domain/picture/check-picture.ts';
import { recordingType } from '@datchain/shared/domain/recording/read-recording.ts';
import type { ReleaseFileKind } from '@datchain/shared/domain/release-files.ts';
import { readableBlob } from './readable-blob.ts';

/** Determines the MIME type of an upload from its content; the browser's guess is the fallback. */
export async function readContentType(kind: ReleaseFileKind, file: File): Promise<string> {
  const readable = readableBlob(file);
  const type =
    kind === 'audio' ? await recordingType(readable) : (await readPicture(readable))?.type;
  return type ?? file.type;
}
