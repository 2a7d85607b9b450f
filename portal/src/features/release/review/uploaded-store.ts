import type { SongFileKind } from '@datchain/shared/domain/release/upload-path.ts';
import { del, get, update } from 'idb-keyval';
import * as v from 'valibot';
import { inTime } from '../in-time.ts';

const uploadedSchema = v.object({
  name: v.string(),
  size: v.number(),
  lastModified: v.number(),
  path: v.string(),
  /** Empty for files too small to have one. */
  sessionUrl: v.string(),
  isStored: v.boolean(),
});
type Uploaded = v.InferOutput<typeof uploadedSchema>;

const allSchema = v.fallback(
  v.object({ artwork: v.optional(uploadedSchema), audio: v.optional(uploadedSchema) }),
  {},
);

const keyOf = (uid: string): string => `release-uploads:${uid}`;

const isSame = (uploaded: Uploaded, file: File): boolean =>
  uploaded.name === file.name &&
  uploaded.size === file.size &&
  uploaded.lastModified === file.lastModified;

/**
 * Finds the progress of an earlier attempt with a file, which a reload does not erase; undefined
 * without one.
 */
export async function findUploaded(
  uid: string,
  kind: SongFileKind,
  file: File,
): Promise<Uploaded | undefined> {
  try {
    const uploaded = v.parse(allSchema, await inTime(() => get(keyOf(uid))))[kind];
    return uploaded && isSame(uploaded, file) ? uploaded : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores the progress of a file; undefined removes it. A failure to store is no reason to stop: the
 * file is then uploaded again after a reload.
 */
export async function keepUploaded(
  uid: string,
  kind: SongFileKind,
  progress:
    | (Pick<Uploaded, 'path' | 'sessionUrl' | 'isStored'> & { readonly file: File })
    | undefined,
): Promise<void> {
  const { file, ...rest } = progress ?? {};
  const uploaded = file && {
    name: file.name,
    size: file.size,
    lastModified: file.lastModified,
    ...rest,
  };
  try {
    await inTime(() =>
      update(keyOf(uid), (kept) => ({ ...v.parse(allSchema, kept), [kind]: uploaded })),
    );
  } catch (error) {
    console.warn('This device does not remember uploads.', error);
  }
}

export async function forgetUploaded(uid: string): Promise<void> {
  try {
    await inTime(() => del(keyOf(uid)));
  } catch (error) {
    console.warn('Uploads could not be forgotten.', error);
  }
}
