/**
 * What may be uploaded: types, sizes and the sentences for a "no". The portal checks before an
 * upload, rules/storage.rules at the upload, and the server checks the file itself. What a file is,
 * its content says: `picture/check-picture.ts` and `recording/read-recording.ts`.
 */

export type ReleaseFileKind = 'artwork' | 'audio' | 'profileImage';

interface FileLimits {
  readonly noun: string;
  readonly formats: string;
  readonly maxBytes: number;
  readonly types: readonly string[];
  /** For dialogs of systems that know no such types. */
  readonly extensions: readonly string[];
}

const MEGABYTE = 1024 * 1024;

/** The most pixels a picture can have: what builds the site can draw as many. Few bytes can hold far more. */
export const MAX_PIXELS = 60_000_000;

/** The longest side a picture can have: the library holds whole rows, and long ones take gigabytes. */
export const MAX_SIDE_PIXELS = 20_000;

/** SVG is not among them: it can carry script. */
const pictures = {
  formats: 'a PNG, JPEG or WebP file',
  types: ['image/png', 'image/jpeg', 'image/webp'],
  extensions: ['png', 'jpg', 'jpeg', 'webp'],
};

/** The limits of each kind; rules/storage.rules has the same, and a test compares the two. */
export const releaseFiles: Readonly<Record<ReleaseFileKind, FileLimits>> = {
  artwork: { noun: 'Artwork', maxBytes: 20 * MEGABYTE, ...pictures },
  profileImage: { noun: 'A profile picture', maxBytes: 5 * MEGABYTE, ...pictures },
  audio: {
    noun: 'Audio',
    formats: 'a WAV or FLAC file',
    maxBytes: 200 * MEGABYTE,
    types: [
      'audio/wav',
      'audio/x-wav',
      'audio/wave',
      'audio/vnd.wave',
      'audio/flac',
      'audio/x-flac',
    ],
    extensions: ['wav', 'wave', 'flac'],
  },
};

/** What the dialog of a field for files offers. A file of another name can be dropped: its content counts. */
export const acceptedBy = (kind: ReleaseFileKind): string => {
  const { types, extensions } = releaseFiles[kind];
  return [...types, ...extensions.map((one) => `.${one}`)].join(',');
};

/** Whether an upload may be stored as a MIME type, which browsers are told when they fetch it. */
export const isAcceptedType = (kind: ReleaseFileKind, type: string): boolean =>
  releaseFiles[kind].types.includes(type);

/** The sentence for a file that is none of the accepted formats. */
export const wrongFormat = (kind: ReleaseFileKind): string =>
  `${releaseFiles[kind].noun} must be ${releaseFiles[kind].formats}.`;

/** Checks the size of a file, in bytes: the sentence that says what is wrong, or undefined. */
export function checkSize(kind: ReleaseFileKind, size: number): string | undefined {
  const { noun, maxBytes } = releaseFiles[kind];
  if (size === 0) return `${noun} must not be an empty file.`;
  if (size > maxBytes) return `${noun} can be at most ${maxBytes / MEGABYTE} MB.`;
  return undefined;
}
