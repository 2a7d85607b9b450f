import type { SongFileKind } from '@datchain/shared/domain/release/upload-path.ts';
import { del, get, update } from 'idb-keyval';
import * as v from 'valibot';

/** Which file it was, and where it lies in the file storage. */
const uploadedSchema = v.object({
  name: v.string(),
  size: v.number(),
  lastModified: v.number(),
  path: v.string(),
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

/** Where a file was put by an earlier try, also before a reload; undefined when it was not. */
export async function findUploaded(
  uid: string,
  kind: SongFileKind,
  file: File,
): Promise<string | undefined> {
  const kept = await get(keyOf(uid)).catch(() => undefined);
  const uploaded = v.parse(allSchema, kept)[kind];
  return uploaded && isSame(uploaded, file) ? uploaded.path : undefined;
}

/** Remembers a finished upload: no file goes up twice for one release. */
export async function keepUploaded(
  uid: string,
  kind: SongFileKind,
  { file: { name, size, lastModified }, path }: { readonly file: File; readonly path: string },
): Promise<void> {
  const uploaded: Uploaded = { name, size, lastModified, path };
  await update(keyOf(uid), (kept) => ({ ...v.parse(allSchema, kept), [kind]: uploaded }));
}

export const forgetUploaded = (uid: string): Promise<void> => del(keyOf(uid));
