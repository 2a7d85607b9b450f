import { type PublishedCheckpoint, readPublished } from '@datchain/shared/tlog/read-proof.ts';

const key = 'datchain.log';

/** The last checkpoint that this browser has seen and found consistent with those before. */
export function rememberedCheckpoint(): PublishedCheckpoint | undefined {
  try {
    return readPublished(localStorage.getItem(key) ?? '');
  } catch {
    // This browser keeps nothing.
    return undefined;
  }
}

export function rememberCheckpoint({ text }: PublishedCheckpoint): void {
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    console.info('This browser does not keep the checkpoint', error);
  }
}
