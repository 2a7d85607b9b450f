import {
  acceptedType,
  checkReleaseFile,
  type ReleaseFileKind,
  releaseFiles,
  SNIFFED_BYTES,
  sniffFile,
} from '@datchain/shared/domain/release-files.ts';

/**
 * Judges a file before anything is sent: its name, type and size, then whether its first bytes are
 * what they claim. The sentence that says what is wrong, or undefined.
 */
export async function checkFile(kind: ReleaseFileKind, file: File): Promise<string | undefined> {
  const problem = checkReleaseFile(kind, file);
  if (problem) return problem;
  const { noun, formats } = releaseFiles[kind];
  try {
    const firstBytes = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
    const isWhatItSays = sniffFile(kind, firstBytes) === acceptedType(kind, file);
    return isWhatItSays ? undefined : `${noun} must be ${formats}. ${file.name} is none inside.`;
  } catch {
    return `${file.name} cannot be read.`;
  }
}
