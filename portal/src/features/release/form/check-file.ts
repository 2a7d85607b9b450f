import {
  acceptedType,
  checkPictureEnd,
  checkReleaseFile,
  END_BYTES,
  type ReleaseFileKind,
  releaseFiles,
  SNIFFED_BYTES,
  sniffFile,
} from '@datchain/shared/domain/release-files.ts';

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

/**
 * Judges a file before anything is sent: its name, type and size, then whether its first bytes are
 * what they claim, and of artwork whether it ends as it should. The sentence that says what is wrong, or undefined.
 */
export async function checkFile(kind: ReleaseFileKind, file: File): Promise<string | undefined> {
  const problem = checkReleaseFile(kind, file);
  if (problem) return problem;
  const { noun, formats } = releaseFiles[kind];
  try {
    const first = await bytesOf(file.slice(0, SNIFFED_BYTES));
    const type = acceptedType(kind, file);
    if (!type || sniffFile(kind, first) !== type) {
      return `${noun} must be ${formats}. ${file.name} has other contents.`;
    }
    if (kind !== 'artwork') return undefined;
    const last = await bytesOf(file.slice(-END_BYTES));
    return checkPictureEnd(type, { size: file.size, first, last });
  } catch {
    return `${file.name} cannot be read.`;
  }
}
