/**
 * The kinds of files that users upload. The portal checks limits before the upload, rules/storage.rules
 * during it. The server checks the content (`picture/check-picture.ts`, `recording/read-recording.ts`).
 */

export type ReleaseFileKind = 'artwork' | 'audio' | 'profileImage';

interface FileLimits {
  readonly noun: string;
  readonly formats: string;
  readonly maxBytes: number;
  readonly types: readonly string[];
  /** File extensions for dialogs of systems that do not know these MIME types. */
  readonly extensions: readonly string[];
}

const MEGABYTE = 1024 * 1024;

/** The most pixels of a picture. The site's builder can draw no more, and few bytes can hold far more. */
export const MAX_PIXELS = 60_000_000;

/** The longest side of a picture: the image library buffers whole rows, and long ones take gigabytes. */
export const MAX_SIDE_PIXELS = 20_000;

/** The picture formats, without SVG, which can carry script. */
const pictures = {
  formats: 'a PNG, JPEG or WebP file',
  types: ['image/png', 'image/jpeg', 'image/webp'],
  extensions: ['png', 'jpg', 'jpeg', 'webp'],
};

/** The limits of each kind of file. A test compares them with rules/storage.rules. */
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

/** Returns the `accept` value of a file field. Files with other names can be dropped: their content decides. */
export const acceptedBy = (kind: ReleaseFileKind): string => {
  const { types, extensions } = releaseFiles[kind];
  return [...types, ...extensions.map((one) => `.${one}`)].join(',');
};

/** Says whether an upload may have this MIME type, which Storage sends to browsers. */
export const isAcceptedType = (kind: ReleaseFileKind, type: string): boolean =>
  releaseFiles[kind].types.includes(type);

export const wrongFormat = (kind: ReleaseFileKind): string =>
  `${releaseFiles[kind].noun} must be ${releaseFiles[kind].formats}.`;

export function checkSize(kind: ReleaseFileKind, size: number): string | undefined {
  const { noun, maxBytes } = releaseFiles[kind];
  if (size === 0) return `${noun} must not be an empty file.`;
  if (size > maxBytes) return `${noun} can be at most ${maxBytes / MEGABYTE} MB.`;
  return undefined;
}
