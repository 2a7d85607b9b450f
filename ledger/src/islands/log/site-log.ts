import type { Read } from '@datchain/shared/tlog/check.ts';

/** Tiles never change, so the browser's copy is as good; all else is asked for again. */
const cacheOf = (path: string): RequestCache =>
  path.startsWith('tlog/tile/') ? 'default' : 'no-cache';

/** Reads a file of this site's log, below /data/v1/. */
export const readSiteLog: Read = async (path) => {
  const response = await fetch(`/data/v1/${path}`, { cache: cacheOf(path) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
};
