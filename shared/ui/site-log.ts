import type { Read } from '@datchain/tlog/read-tree.ts';

/** Reads a file of this site's log below /data/v1/ without the browser's cache, which would hide a changed tile. */
export const readSiteLog: Read = async (path) => {
  const response = await fetch(`/data/v1/${path}`, { cache: 'no-store' });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
};
