import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { headerFields, type Settings } from './settings.ts';

const text = v.string();

export const storedObjectSchema = v.object({
  bucket: text,
  name: text,
  /** Grows with every write of the bytes (time of the write in microseconds). */
  generation: v.number(),
  /** Grows with every change of the metadata; 1 for a new generation. */
  metageneration: v.number(),
  /** Bytes. */
  size: v.number(),
  md5Hash: text,
  crc32c: text,
  /** ISO 8601. */
  timeCreated: text,
  updated: text,
  contentType: v.optional(text),
  contentDisposition: v.optional(text),
  contentEncoding: v.optional(text),
  contentLanguage: v.optional(text),
  cacheControl: v.optional(text),
  metadata: v.record(text, text),
  /** The name of the file with the bytes. */
  blob: text,
});

export type StoredObject = v.InferOutput<typeof storedObjectSchema>;

/** The custom metadata key of Firebase's download tokens, separated by commas. */
export const TOKENS_KEY = 'firebaseStorageDownloadTokens';

export const downloadTokens = ({ metadata }: StoredObject): string[] =>
  (metadata[TOKENS_KEY] ?? '').split(',').filter((token) => token !== '');

export const etagOf = ({ generation, metageneration }: StoredObject): string =>
  createHash('sha256').update(`${generation}/${metageneration}`).digest('base64url').slice(0, 16);

/** Applies a caller's changes to header fields and custom metadata; null removes a value. */
export function applySettings(
  before: Pick<StoredObject, 'metadata' | (typeof headerFields)[number]>,
  settings: Settings,
): Pick<StoredObject, 'metadata' | (typeof headerFields)[number]> {
  const after: Record<string, string> = {};
  for (const field of headerFields) {
    const value = settings[field] === undefined ? before[field] : settings[field];
    if (value !== null && value !== undefined) after[field] = value;
  }
  const metadata = settings.metadata === null ? {} : { ...before.metadata };
  for (const [key, value] of Object.entries(settings.metadata ?? {})) {
    if (value === null || value === undefined) delete metadata[key];
    else metadata[key] = value;
  }
  return { ...after, metadata };
}
