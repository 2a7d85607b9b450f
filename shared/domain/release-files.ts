/**
 * What may be uploaded: types, sizes and the sentences for a "no". The portal checks before an
 * upload, rules/storage.rules at the upload, and the server checks the file's first and last bytes.
 */

export type ReleaseFileKind = 'artwork' | 'audio' | 'profileImage';

/** A file as a browser describes it; `size` in bytes, `type` a MIME type or empty. */
export interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

interface FileLimits {
  /** How the sentences name it. */
  readonly noun: string;
  /** How the sentences name its formats. */
  readonly formats: string;
  readonly maxBytes: number;
  /** Every accepted MIME type, with the one it stands for. */
  readonly types: Readonly<Record<string, string>>;
  /** For browsers that do not know a type: what an extension stands for. */
  readonly extensions: Readonly<Record<string, string>>;
}

const MEGABYTE = 1024 * 1024;

/** SVG is not among them: it can carry script. */
const pictures = {
  formats: 'a PNG, JPEG or WebP file',
  types: { 'image/png': 'image/png', 'image/jpeg': 'image/jpeg', 'image/webp': 'image/webp' },
  extensions: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' },
};

/**
 * The limits of each kind; rules/storage.rules has the same, and a test compares the two.
 */
export const releaseFiles: Readonly<Record<ReleaseFileKind, FileLimits>> = {
  artwork: { noun: 'Artwork', maxBytes: 20 * MEGABYTE, ...pictures },
  profileImage: { noun: 'A profile picture', maxBytes: 5 * MEGABYTE, ...pictures },
  audio: {
    noun: 'Audio',
    formats: 'a WAV or FLAC file',
    maxBytes: 200 * MEGABYTE,
    types: {
      'audio/wav': 'audio/wav',
      'audio/x-wav': 'audio/wav',
      'audio/wave': 'audio/wav',
      'audio/vnd.wave': 'audio/wav',
      'audio/flac': 'audio/flac',
      'audio/x-flac': 'audio/flac',
    },
    extensions: { wav: 'audio/wav', wave: 'audio/wav', flac: 'audio/flac' },
  },
};

/**
 * What a field for a file accepts: extensions as well, because some systems know no type for them.
 */
export const acceptedBy = (kind: ReleaseFileKind): string => {
  const { types, extensions } = releaseFiles[kind];
  return [...Object.keys(types), ...Object.keys(extensions).map((one) => `.${one}`)].join(',');
};

/**
 * The MIME type a file is uploaded with: the one its own stands for (`audio/x-wav` is `audio/wav`),
 * or, where the browser knows none, the one of its extension. Undefined when it is not accepted.
 */
export function acceptedType(
  kind: ReleaseFileKind,
  { name, type }: Pick<FileFacts, 'name' | 'type'>,
): string | undefined {
  const { types, extensions } = releaseFiles[kind];
  // A parameter ("audio/wav; codecs=1") says nothing about the kind of file.
  const bare = type.split(';', 1)[0]!.trim().toLowerCase();
  if (bare !== '' && bare !== 'application/octet-stream') return lookUp(types, bare);
  return lookUp(extensions, /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '');
}

const lookUp = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Checks a file before it is uploaded: the sentence that says what is wrong, or undefined. */
export function checkReleaseFile(kind: ReleaseFileKind, file: FileFacts): string | undefined {
  const { noun, formats, maxBytes } = releaseFiles[kind];
  if (!acceptedType(kind, file)) return `${noun} must be ${formats}.`;
  if (file.size === 0) return `${noun} must not be an empty file.`;
  if (file.size > maxBytes) return `${noun} can be at most ${maxBytes / MEGABYTE} MB.`;
  return undefined;
}

/**
 * How many first bytes `sniffFile` needs: some recorders begin a WAV with notes.
 */
export const SNIFFED_BYTES = 65_536;

/**
 * What a file is by its first bytes, whatever its name and its uploader say: the MIME type as
 * `acceptedType` has it, or undefined when it is nothing this kind accepts.
 */
export function sniffFile(kind: ReleaseFileKind, firstBytes: Uint8Array): string | undefined {
  const bytes = new Head(firstBytes);
  const found = sniffers.find(({ looksRight }) => looksRight(bytes))?.type;
  return found && Object.hasOwn(releaseFiles[kind].types, found) ? found : undefined;
}

/** How many last bytes `checkPictureEnd` needs. */
export const END_BYTES = 1_024;

/** The parts of a file that are checked; `first` and `last` are all of it when it is short. */
export interface FileEnds {
  /** In bytes. */
  readonly size: number;
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/**
 * Checks that artwork ends where its picture ends. No viewer shows what comes after, so it may be
 * anything: a page, an archive, someone's location.
 *
 * @param type what `sniffFile` says it is
 * @returns the sentence that says what is wrong, or undefined
 */
export function checkPictureEnd(type: string, file: FileEnds): string | undefined {
  const isWhole = pictureEnds[type]?.(file) ?? true;
  if (isWhole) return undefined;
  return 'The artwork file has data after its image. Save it again with an image editor.';
}

const endsWith = (bytes: Uint8Array, ...end: number[]): boolean =>
  new Head(bytes.subarray(-end.length)).has(0, ...end);

function withoutPadding(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (bytes[length - 1] === 0) length -= 1;
  return bytes.subarray(0, length);
}

/** Where a picture of each type ends, as far as the ends of its file show. */
const pictureEnds: Readonly<Record<string, (file: FileEnds) => boolean>> = {
  /** The last chunk is empty and always the same. */
  'image/png': ({ last }) =>
    endsWith(last, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82),
  /** The end of the image; some cameras pad with zeros. */
  'image/jpeg': ({ last }) => endsWith(withoutPadding(last), 0xff, 0xd9),
  /** Its second word is the length of what follows. */
  'image/webp': ({ size, first }) => new Head(first).uint32(4, 'little') + 8 === size,
};

/** The beginning of a file; anything past it reads as missing. */
class Head {
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(at: number): number | undefined {
    return this.#bytes[at];
  }

  has(at: number, ...values: number[]): boolean {
    return values.every((value, index) => this.byte(at + index) === value);
  }

  text(at: number, length: number): string {
    return String.fromCharCode(...this.#bytes.subarray(at, at + length));
  }

  /** Big end first, unless said otherwise; NaN where it is cut off. */
  uint32(at: number, order?: 'little'): number {
    if (at + 4 > this.#bytes.length) return Number.NaN;
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, 4);
    return view.getUint32(0, order === 'little');
  }
}

/** More than a magic number: the part behind it must be the format's too. */
const sniffers: readonly { type: string; looksRight: (head: Head) => boolean }[] = [
  { type: 'image/png', looksRight: isPng },
  { type: 'image/jpeg', looksRight: isJpeg },
  { type: 'image/webp', looksRight: isWebp },
  { type: 'audio/wav', looksRight: isWav },
  { type: 'audio/flac', looksRight: isFlac },
];

/** The signature, then the header chunk with a width and a height. */
function isPng(head: Head): boolean {
  return (
    head.has(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) &&
    head.uint32(8) === 13 &&
    head.text(12, 4) === 'IHDR' &&
    head.uint32(16) > 0 &&
    head.uint32(20) > 0
  );
}

/** Start of image, then a segment that may stand first: its length covers at least itself. */
function isJpeg(head: Head): boolean {
  const [segment = 0, high = 0, low = 0] = [3, 4, 5].map((at) => head.byte(at));
  const isFirstSegment = (segment & 0xf0) === 0xe0 || [0xdb, 0xc4, 0xfe].includes(segment);
  return head.has(0, 0xff, 0xd8, 0xff) && isFirstSegment && high * 256 + low >= 2;
}

function isWebp(head: Head): boolean {
  return (
    head.text(0, 4) === 'RIFF' &&
    head.text(8, 4) === 'WEBP' &&
    ['VP8 ', 'VP8L', 'VP8X'].includes(head.text(12, 4))
  );
}

/**
 * A RIFF (over 4 GB: RF64) of kind WAVE whose format chunk comes first or after notes and padding.
 */
function isWav(head: Head): boolean {
  if (!['RIFF', 'RF64'].includes(head.text(0, 4)) || head.text(8, 4) !== 'WAVE') return false;
  let at = 12;
  while (/[ -~]{4}/.test(head.text(at, 4))) {
    const size = head.uint32(at + 4, 'little');
    if (head.text(at, 4) === 'fmt ') return size >= 16;
    // Sound before its format cannot be played; and chunks begin at even places.
    if (head.text(at, 4) === 'data' || Number.isNaN(size)) return false;
    at += 8 + size + (size % 2);
  }
  return false;
}

/** The signature, then the block that describes the stream, always 34 bytes long. */
function isFlac(head: Head): boolean {
  return head.text(0, 4) === 'fLaC' && (head.uint32(4) & 0x7fffffff) === 34;
}
