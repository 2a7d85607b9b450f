import * as v from 'valibot';
import { badRequest } from '../refusal.ts';

/** Custom metadata and header values travel in HTTP headers, so line breaks are not allowed. */
const headerText = v.pipe(
  v.string(),
  v.maxLength(1024),
  v.regex(/^[\x20-\x7e\xa0-\xff]*$/, 'must be text that fits into an HTTP header'),
);
const field = v.nullish(headerText);
const customValue = v.nullish(
  v.pipe(
    v.union([v.string(), v.number(), v.boolean()]),
    v.transform((value) => String(value)),
  ),
);

/** The settings a caller may change; null removes a value. All other fields are computed. */
const settingsSchema = v.object({
  contentType: field,
  contentDisposition: field,
  contentEncoding: field,
  contentLanguage: field,
  cacheControl: field,
  metadata: v.nullish(v.record(v.string(), customValue)),
  /** The checksums from the uploader, compared with the received bytes. */
  md5Hash: field,
  crc32c: field,
});

export type Settings = v.InferOutput<typeof settingsSchema>;

export const headerFields = [
  'contentType',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'cacheControl',
] as const;

const MAX_CUSTOM_BYTES = 8 * 1024;

/** Reads metadata sent as JSON. @throws a 400 that names the field */
export function parseSettings(json: string): Settings {
  let value: unknown;
  try {
    value = JSON.parse(json || '{}');
  } catch {
    throw badRequest('The metadata is not valid JSON');
  }
  const result = v.safeParse(settingsSchema, value);
  if (!result.success) {
    const [issue] = result.issues;
    throw badRequest(`Metadata ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
  }
  const custom = Object.entries(result.output.metadata ?? {});
  const bytes = custom.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
  if (bytes > MAX_CUSTOM_BYTES) throw badRequest('Custom metadata is limited to 8 KiB');
  return result.output;
}
