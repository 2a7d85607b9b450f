import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PublishedCheckpoint, readPublished } from '@datchain/tlog/read-proof.ts';
import { treeDir } from './log-folder.ts';

const place = `${treeDir}/checkpoint`;

function readCheckpoint(text: string): PublishedCheckpoint {
  const checkpoint = readPublished(text);
  if (!checkpoint) throw new Error('The published checkpoint of the log cannot be read');
  return checkpoint;
}

/** Reads the checkpoint of the log of a site on this machine; undefined when it has none yet. */
export function readLiveCheckpoint(siteDir: string): PublishedCheckpoint | undefined {
  const file = join(siteDir, place);
  return existsSync(file) ? readCheckpoint(readFileSync(file, 'utf8')) : undefined;
}

/** Fetches the checkpoint of the log of a live site; undefined when it has none yet. @throws when it cannot be asked */
export async function fetchLiveCheckpoint(url: string): Promise<PublishedCheckpoint | undefined> {
  const address = new URL(`/${place}`, url).href;
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return readCheckpoint(await response.text());
}
