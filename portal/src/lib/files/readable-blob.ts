import type { ReadableFile } from '@datchain/shared/domain/readable-file.ts';

export const readableBlob = (file: Blob): ReadableFile => ({
  size: file.size,
  bytes: async (from, count) => new Uint8Array(await file.slice(from, from + count).arrayBuffer()),
});
