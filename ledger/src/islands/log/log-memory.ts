import { sharedStore } from '@datchain/shared/ui/site-data.ts';
import { type PublishedCheckpoint, readPublished } from '@datchain/tlog/read-proof.ts';

const key = 'datchain.log';

/** The last checkpoint that this browser has seen and found consistent with those before. */
export function rememberedCheckpoint(): PublishedCheckpoint | undefined {
  return readPublished(sharedStore.getItem(key) ?? '');
}

export function rememberCheckpoint({ text }: PublishedCheckpoint): void {
  sharedStore.setItem(key, text);
}
